import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { isRecord } from "@proofloop/foundation/text"
import { knobs } from "@proofloop/runtime/detector"
import type { Case } from "./case.ts"
import { withColumn } from "./columns.ts"
import type { JsonObject } from "./json.ts"
import { loadYaml } from "./load_yaml.ts"
import { presupposedKnobs, type Requirements } from "./requirements.ts"

/** Loop options, of which `stall_diagnostics` is the part that cases are tried under. */
export type Preset = JsonObject

/** Reads a preset: YAML or JSON options, or a module that default-exports options or `{ options }`. */
export async function loadPreset(file: string): Promise<Preset> {
  const isModule = /\.[cm]?[jt]s$/.test(file)
  const content: unknown = isModule
    ? Reflect.get(await importFile(file), "default")
    : (await loadYaml()).parse(await readFile(file, "utf8"))
  const options = isRecord(content) && isRecord(content["options"]) ? content["options"] : content
  if (!isRecord(options)) throw new Error(`${file}: expected options, or a module that default-exports them`)
  return options
}

async function importFile(file: string): Promise<object> {
  const address = pathToFileURL(resolve(file)).href
  const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ address)
  return Object(loaded) as object
}

/**
 * The case with the preset's knobs over its column and below its own; or, as a string, why the case does not apply. A
 * case does not apply if it is about options themselves, or names or relies on a knob that the preset changes. The
 * recommended column's cases rely on the meaning of knobs; a preset answers for its own numbers.
 */
export function underPreset(played: Case, preset: Preset, requirements: Requirements): Case | string {
  if (played.kind === "config") return "is about options as such"
  if (played.kind === "golden" || played.kind === "forged") return `is ${played.kind}`
  if (played.options.column === undefined && played.options.stall_diagnostics === undefined) {
    return "is about absent options"
  }
  const set = knobsOf(preset)
  const own = played.options.stall_diagnostics ?? {}
  if (!isRecord(own)) return "sets stall_diagnostics as a whole"
  const { stall_diagnostics } = withColumn({
    ...played,
    options: { column: "base", ...played.options },
  }).options
  const without = isRecord(stall_diagnostics) ? stall_diagnostics : {}
  const presupposed = presupposedKnobs(requirements, played.requirement)
  for (const knob of knobs) {
    const { name, value, base } = knob
    if (set[name] === undefined || equal(set[name], without[name] ?? base)) continue
    const is_number = value.type === "integer"
    const granted = presupposed.has(name) && !(is_number && played.options.column === "recommended")
    if (Object.hasOwn(own, name) || granted)
      return `takes ${name}: ${JSON.stringify(without[name] ?? base)} for granted`
  }
  const { column: _column, ...options } = played.options
  return { ...played, options: { ...options, stall_diagnostics: { ...without, ...set, ...own } } }
}

/** What a preset sets; a threshold is also the default of repeat_same_observation. */
function knobsOf({ stall_diagnostics }: Preset): JsonObject {
  if (!isRecord(stall_diagnostics))
    return stall_diagnostics === undefined ? {} : { enabled: stall_diagnostics }
  const { threshold } = stall_diagnostics
  return { ...(threshold === undefined ? {} : { repeat_same_observation: threshold }), ...stall_diagnostics }
}

function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
