import { z } from "zod"
import { configSchema } from "../../packages/proofloop/src/config_file/config_schema.ts"
import { keysOf } from "../../packages/proofloop/src/config_file/schema_keys.ts"
import { jsonSchema } from "../../packages/proofloop/src/config_file/show_config.ts"
import { verbs } from "../../packages/proofloop/src/verbs.ts"

/** The JSON Schema that `$schema` of a configuration names. */
export function configJsonSchema(): string {
  return `${JSON.stringify(jsonSchema(verbs), null, 2)}\n`
}

/** The rows of docs/configuration.md. */
export function configTable(): string {
  const rows = keysOf(configSchema(verbs)).map(
    ({ path, doc, schema }) =>
      `| \`${path}\` | ${typeOf(path, schema).replaceAll("|", "\\|")} | ${cell(withoutOwnFlag(path, doc))} |`,
  )
  return `| key | type | |\n|---|---|---|\n${rows.join("\n")}`
}

/** Without "As --check of pipeline, fleet run." where the key itself says so: `pipeline.check`. */
function withoutOwnFlag(path: string, doc: string): string {
  const [verb = "", key = ""] = path.split(".")
  return doc.replace(` As --${key.replaceAll("_", "-")} of ${verb}`, "\n").replace(/\n[^.]*\.$/, "")
}

function cell(doc: string): string {
  return doc.replaceAll("|", "\\|").replaceAll("<", "&lt;")
}

/** Types of keys that say more than their values do. */
const TYPES: Readonly<Record<string, string>> = {
  critics: "Readonly<Record<string, CriticEntry>>",
  loop: "PresetLayer",
}

/** The interface of a configuration, with what editors show on hover. */
export function configInterface(): string {
  return `// Made by \`npm run docs\` from the options of the verbs; do not edit.
import type { PresetLayer } from "@proofloop/presets"
import type { CriticEntry } from "./config.ts"

/** What \`proofloop.config.ts\` exports; every key has a default. */
export interface ProofloopConfig ${members(configSchema(verbs), "", "")}
`
}

function members(schema: z.ZodObject, above: string, indent: string): string {
  const lines = Object.entries(schema.shape).flatMap(([name, value]) => {
    const inner: unknown = value instanceof z.ZodOptional ? value.unwrap() : value
    const path = `${above}${name}`
    if (inner instanceof z.ZodObject) {
      return [
        comment(inner, indent),
        `${indent}  readonly ${name}?: ${members(inner, `${path}.`, `${indent}  `)} | undefined`,
      ]
    }
    if (!(inner instanceof z.ZodType)) return []
    return [comment(inner, indent), `${indent}  readonly ${name}?: ${typeOf(path, inner)} | undefined`]
  })
  return `{\n${lines.join("\n")}\n${indent}}`
}

function comment({ description = "" }: z.ZodType, indent: string): string {
  return `${indent}  /** ${description.replaceAll("*/", "*\\/")} */`
}

function typeOf(path: string, schema: z.ZodType): string {
  if (Object.hasOwn(TYPES, path)) return TYPES[path] ?? ""
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => JSON.stringify(option)).join(" | ")
  if (schema instanceof z.ZodArray) return "readonly string[]"
  if (schema instanceof z.ZodBoolean) return "boolean"
  return schema instanceof z.ZodNumber ? "number" : "string"
}
