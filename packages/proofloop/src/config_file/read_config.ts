import { readFile } from "node:fs/promises"
import { describeValue, expectedBy, nearestName } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import { parseJsonc } from "@proofloop/parsers"
import type { PresetLayer } from "@proofloop/presets"
import * as z from "zod"
import type { Verb } from "../arguments/verb.ts"
import type { Config } from "../config/config.ts"
import { Misuse } from "../console/misuse.ts"
import { configSchema, ENTRY_WORDS } from "./config_schema.ts"
import { loadModule, loadPlugins } from "./load_code.ts"

interface Reading extends Pick<Config, "standing"> {
  readonly verbs: readonly Verb[]
}

const FOREIGN =
  "it is code of a repository that you do not stand in; go there, name it with --config, or leave it out with --no-config"

/** Reads a configuration and loads its plugins; refuses foreign code. Throws Misuse with the file and the key or line. */
export async function readConfig(file: string, reading: Reading): Promise<Config> {
  const is_data = file.endsWith(".json")
  if (!is_data && reading.standing === "foreign") throw new Misuse(`${file}: ${FOREIGN}`)
  const value = is_data ? await parseFile(file, await readText(file)) : await loadModule(file)
  return configOf(file, value, reading)
}

/** The configuration in a JSON text, from any source. */
export async function configOfText(file: string, text: string, reading: Reading): Promise<Config> {
  return configOf(file, await parseFile(file, text), reading)
}

async function configOf(file: string, value: unknown, { verbs, standing }: Reading): Promise<Config> {
  const read = configSchema(verbs).safeParse(value)
  if (!read.success) throw new Misuse(`${file}: ${problemOf(read.error, configSchema(verbs), value)}`)
  const given = read.data
  const { plugins = [], critics = {}, loop = {}, flags } = given as Given
  if (plugins.length > 0 && standing === "foreign") throw new Misuse(`${file}: plugins: ${FOREIGN}`)
  return {
    file,
    standing,
    critics,
    loop: flags?.repair_aware === undefined ? loop : withFlag(loop, flags.repair_aware),
    plugins: await loadPlugins(file, plugins),
    at: (path) => valueAt(given, path.split(".")),
  }
}

interface Given {
  readonly plugins?: readonly string[]
  readonly critics?: Config["critics"]
  readonly loop?: PresetLayer
  readonly flags?: { readonly repair_aware?: boolean }
}

function withFlag(loop: PresetLayer, repair_aware: boolean): PresetLayer {
  const { stall_diagnostics } = loop
  const knobs = typeof stall_diagnostics === "object" ? stall_diagnostics : {}
  return { ...loop, stall_diagnostics: { ...knobs, repair_aware } }
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) return valueAt(value[Number(name)], rest)
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    throw new Misuse(`${file}: ${fileErrorReason(error)}`)
  }
}

async function parseFile(file: string, text: string): Promise<unknown> {
  const parsed = await parseJsonc(text)
  if ("value" in parsed) return parsed.value
  const { message, line, column } = parsed.error
  throw new Misuse(`${file}:${line}:${column}: ${message}`)
}

/** The first problem, by the path of its key, with the key that was probably meant. */
function problemOf({ issues: [issue] }: z.ZodError, schema: z.ZodObject, value: unknown): string {
  const path = issue?.path.map(String) ?? []
  if (issue?.code !== "unrecognized_keys")
    return `${path.join(".") || "the configuration"}: ${wrongValue(issue, valueAt(value, path))}`
  const known = Object.keys(schemaAt(schema, path)?.shape ?? {})
  const name = issue.keys[0] ?? ""
  const near = nearestName(name, known)
  const hint = near === null ? `it can be ${known.join(", ")}` : `did you mean "${near}"?`
  return `${[...path, name].join(".")}: no such key; ${hint}`
}

function wrongValue(issue: z.core.$ZodIssue | undefined, got: unknown): string {
  if (issue?.code === "invalid_union" && issue.path[0] === "critics")
    return `expected ${ENTRY_WORDS}, got ${describeValue(got)}`
  if (issue?.code === "invalid_value") return wrongChoice(issue.values.map(String), got)
  if (issue?.code === "too_small")
    return `expected a number of at least ${issue.minimum}, got ${describeValue(got)}`
  if (issue?.code === "too_big")
    return `expected a number of at most ${issue.maximum}, got ${describeValue(got)}`
  if (issue?.message.startsWith("expected ") === true) return `${issue.message}, got ${describeValue(got)}`
  if (issue?.code !== "invalid_type") return String(issue?.message)
  if (issue.expected === "array")
    return `expected a list such as ${JSON.stringify([typeof got === "string" ? got : "..."])}, got ${describeValue(got)}`
  const expected = issue.expected === "int" ? "a whole number" : expectedBy(issue.message)
  return `expected ${expected}, got ${describeValue(got)}`
}

function wrongChoice(choices: readonly string[], got: unknown): string {
  const near = typeof got === "string" ? nearestName(got, choices) : null
  const hint = near === null ? "" : `; did you mean "${near}"?`
  return `expected one of ${choices.join(", ")}, got ${describeValue(got)}${hint}`
}

function schemaAt(schema: z.ZodObject, [name, ...rest]: readonly string[]): z.ZodObject | null {
  if (name === undefined) return schema
  const below: unknown = schema.shape[name]
  const inner: unknown = below instanceof z.ZodOptional ? below.unwrap() : below
  return inner instanceof z.ZodObject ? schemaAt(inner, rest) : null
}
