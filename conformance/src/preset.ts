import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parse } from "yaml"
import type { Case } from "./case.ts"
import { columnValues, withColumn } from "./columns.ts"
import { isRecord, type JsonObject } from "./json.ts"
import { presupposedKnobs, type Requirements } from "./requirements.ts"

/** Loop options, of which `stall_diagnostics` is the part that cases are tried under. */
export type Preset = JsonObject

/** Reads a preset: YAML or JSON options, or a module that default-exports options or `{ options }`. */
export async function loadPreset(file: string): Promise<Preset> {
  const isModule = /\.[cm]?[jt]s$/.test(file)
  const content: unknown = isModule
    ? Reflect.get((await import(pathToFileURL(resolve(file)).href)) as object, "default")
    : parse(await readFile(file, "utf8"))
  const options = isRecord(content) && isRecord(content["options"]) ? content["options"] : content
  if (!isRecord(options)) throw new Error(`${file}: expected options, or a module that default-exports them`)
  return options
}

/**
 * The case under a preset: the preset's knobs below the case's own, over the case's column. A string says why the case
 * says nothing about the preset: it is about options as such, or it takes for granted a knob that the preset sets
 * otherwise.
 */
export function underPreset(played: Case, preset: Preset, requirements: Requirements): Case | string {
  if (played.kind === "config") return "is about options as such"
  const knobs = isRecord(preset["stall_diagnostics"]) ? preset["stall_diagnostics"] : {}
  const { stall_diagnostics } = withColumn(played).options
  if (!isRecord(stall_diagnostics)) return "sets stall_diagnostics as a whole"
  const own = isRecord(played.options.stall_diagnostics) ? played.options.stall_diagnostics : {}
  const premises = presupposedKnobs(requirements, played.requirement)
  const base = columnValues("base")
  for (const [name, value] of Object.entries(knobs)) {
    if (!premises.has(name) && !Object.hasOwn(own, name)) continue
    const expected = stall_diagnostics[name] ?? base[name]
    if (JSON.stringify(expected) !== JSON.stringify(value))
      return `takes ${name}: ${JSON.stringify(expected)} for granted`
  }
  return {
    ...played,
    options: { ...withColumn(played).options, stall_diagnostics: { ...stall_diagnostics, ...knobs, ...own } },
  }
}
