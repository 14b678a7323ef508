import { relative } from "node:path"
import { redactSecrets } from "@proofloop/foundation/text"
import { resolvePreset } from "@proofloop/presets"
import * as z from "zod"
import { configKeys } from "../arguments/config_keys.ts"
import type { Input, Verb } from "../arguments/verb.ts"
import type { Config } from "../config/config.ts"
import { configPreset, pluginPresets } from "../config/config_preset.ts"
import { criticSwitches, inConfig, pluginCritics } from "../config/critic_entries.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { wrap } from "../console/wrap.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { configSchema } from "./config_schema.ts"
import { keysOf } from "./schema_keys.ts"

interface Row {
  readonly key: string
  readonly value: unknown
  /** The file, `$PROOFLOOP_MODEL`, or "default". */
  readonly from: string
  readonly doc: string
}

/** `config show`: each key of the configuration with its value and source. Throws Misuse for options of no loop. */
export async function showConfig({ config, json }: Input, io: Io, verbs: readonly Verb[]): Promise<number> {
  await refuseOthers(config, io.env)
  const file = config.file === null ? null : relative(io.cwd, config.file)
  const variables = new Map(configKeys(verbs).map(({ path, spec }) => [path, spec.env]))
  const rows = keysOf(configSchema(verbs)).map(({ path, doc }): Row => {
    const variable = variables.get(path)
    const from_env = variable === undefined ? undefined : io.env[variable] || undefined
    if (from_env !== undefined)
      return { key: path, value: redactSecrets(from_env), from: `$${variable}`, doc }
    const value = config.at(path)
    return {
      key: path,
      value: withoutSecret(value) ?? null,
      from: value === undefined ? "default" : (file ?? ""),
      doc,
    }
  })
  io.stdout.write(
    json
      ? `${JSON.stringify({ file: config.file, keys: rows })}\n`
      : text(file, rows, createStyle(io.stdout, io.env)),
  )
  return EXIT_CODES.clean
}

/** A URL may have a password in it, and so may one in a list or in options of a critic. Some values are secrets by their names. */
function withoutSecret(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value)
  if (Array.isArray(value)) return value.map(withoutSecret)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isSecretAt(key, one) ? "[redacted]" : withoutSecret(one),
    ]),
  )
}

function isSecretAt(key: string, value: unknown): boolean {
  return typeof value === "string" && redactSecrets(JSON.stringify({ [key]: value })).endsWith(":[redacted]}")
}

function text(file: string | null, rows: readonly Row[], style: Style): string {
  const set = rows.filter(({ from }) => from !== "default")
  const heading = file === null ? "no configuration here; every key has its default" : file
  const shown = set.map(({ key, value, from }) => [style.bold(key), JSON.stringify(value), style.dim(from)])
  const rest = rows.filter(({ from }) => from === "default").map(({ key }) => key)
  return [
    `${heading}\n`,
    ...(shown.length === 0 ? [] : [`${table(shown, style.width)}\n`]),
    ...wrap(`by default: ${rest.join(", ")}`, style.width - 2).map((line) => `${style.dim(`  ${line}`)}\n`),
  ].join("")
}

/** `config schema`: the JSON Schema of a configuration. */
export function showSchema(io: Io, verbs: readonly Verb[]): number {
  io.stdout.write(`${JSON.stringify(jsonSchema(verbs), null, 2)}\n`)
  return EXIT_CODES.clean
}

/** The JSON Schema, as editors and `$schema` take it. */
export function jsonSchema(verbs: readonly Verb[]): object {
  return { title: "proofloop configuration", ...z.toJSONSchema(configSchema(verbs), { io: "input" }) }
}

/** A preset or critic that does not exist, and options that none has, are found here and not only by the verb that uses them. */
async function refuseOthers(config: Config, env: Io["env"]): Promise<void> {
  if (Object.keys(config.critics).length > 0) {
    const { resolveCritics } = await import("@proofloop/stdlib/internal/check")
    const custom = await pluginCritics(config)
    inConfig(config, () => resolveCritics({ critics: criticSwitches(config), custom, env, phase: "check" }))
  }
  const preset = config.at("preset")
  const named = typeof preset === "string" ? preset : "evidence"
  inConfig(config, () =>
    resolvePreset(configPreset(named, config), {}, { env, presets: pluginPresets(config) }),
  )
}
