import { nearestName } from "@proofloop/foundation/errors"
import type { Ajv, ErrorObject, Options } from "ajv"
import { loadPeer } from "../syntax/peer.ts"
import { isRecord } from "./document.ts"
import type { ConfigKind } from "./matchers.ts"
import { cargo } from "./schemas/cargo.ts"
import { dependabot } from "./schemas/dependabot.ts"
import { eslintrc } from "./schemas/eslintrc.ts"
import { package_json } from "./schemas/package_json.ts"
import { prettierrc } from "./schemas/prettierrc.ts"
import type { Schema } from "./schemas/schema.ts"
import { tsconfig } from "./schemas/tsconfig.ts"

/** What is wrong with a file's data, as ajv tells it. */
export type Validate = (data: unknown) => readonly ErrorObject[]

/** A kind that has a schema of our own; workflows are read by GitHub's parser. */
export type SchemaKind = Exclude<ConfigKind, "github-workflow">

/** Formats are not checked and unknown keywords ignored: a schema of somebody else's is taken as it is. */
export const ajv_options: Options = {
  allErrors: true,
  logger: false,
  ownProperties: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  verbose: true,
}

const own_schemas: Readonly<Record<SchemaKind, Schema>> = {
  cargo,
  dependabot,
  eslintrc,
  package: package_json,
  prettierrc,
  tsconfig,
}

let compiled: Promise<Ajv> | undefined

/** Checks data against our own schema of a kind. */
export async function ownValidator(kind: SchemaKind): Promise<Validate> {
  compiled ??= loadOwnSchemas()
  return validateWith(await compiled, kind)
}

/** Checks data against a schema that was added to an ajv instance. */
export function validateWith(ajv: Ajv, id: string): Validate {
  const validate = ajv.getSchema(id)
  if (validate === undefined) throw new Error(`there is no schema ${id}`)
  return (data) => (validate(data) === true ? [] : (validate.errors ?? []))
}

/** Keys that are not known but nearly are, with the known ones. `__scripts` is put aside on purpose. */
export function slippedKeys(
  data: unknown,
  known: unknown,
): ReadonlyArray<{ readonly key: string; readonly near: string }> {
  if (!isRecord(data) || !Array.isArray(known)) return []
  const names = known.map(String)
  return Object.keys(data).flatMap((key) => {
    const near = names.includes(key) || !/^[A-Za-z]/.test(key) ? null : nearestName(key, names)
    if (near === null || Object.hasOwn(data, near)) return []
    return Math.abs(near.length - key.length) <= 2 ? [{ key, near }] : []
  })
}

async function loadOwnSchemas(): Promise<Ajv> {
  const { Ajv2020 } = await loadPeer("ajv", () => import("ajv/dist/2020.js"))
  const ajv = new Ajv2020(ajv_options)
  ajv.addKeyword({
    keyword: "choice",
    schemaType: "array",
    validate: (choices: readonly unknown[], data: unknown) => choices.includes(withoutCase(data)),
  })
  ajv.addKeyword({
    keyword: "slips",
    schemaType: "array",
    validate: (known: unknown, data: unknown) => slippedKeys(data, known).length === 0,
  })
  for (const [kind, schema] of Object.entries(own_schemas)) ajv.addSchema(schema, kind)
  return ajv
}

function withoutCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value
}
