import { nearestName } from "@proofloop/foundation/errors"
import { cutCodePoints, readMember } from "@proofloop/foundation/text"
import type { KeyPath, SchemaError } from "@proofloop/parsers"
import { slippedKeys } from "./slipped_keys.ts"

export interface SchemaProblem {
  readonly path: KeyPath
  readonly rule: string
  /** Without the path, without a full stop. */
  readonly message: string
  /** The known key that the unknown one nearly equals. */
  readonly near?: string
}

/** More errors of one file are not looked at. */
const MAX_ERRORS = 300

const BRANCHING = new Set(["anyOf", "oneOf"])

/** A validator's errors as problems, one a wrong place. Among the branches of an anyOf or oneOf the deepest counts. */
export function schemaProblems(data: unknown, errors: readonly SchemaError[]): readonly SchemaProblem[] {
  const told = errors.slice(0, MAX_ERRORS)
  const problems: SchemaProblem[] = []
  for (let index = told.length - 1; index >= 0; index -= 1) {
    const error = told[index]
    if (error === undefined || error.keyword === "if") continue
    const first = BRANCHING.has(error.keyword) ? firstOfBranches(told, index) : index
    const group = told
      .slice(first, index)
      .filter(({ keyword }) => keyword !== "if" && !BRANCHING.has(keyword))
    problems.unshift(...(group.length === 0 ? describe(data, error) : describeGroup(data, error, group)))
    index = first
  }
  const seen = new Set<string>()
  return problems.filter(({ path, message }) => {
    const key = JSON.stringify([path, message])
    return !seen.has(key) && seen.add(key)
  })
}

/** ajv reports the errors of the branches right before that of the keyword itself. */
function firstOfBranches(errors: readonly SchemaError[], end: number): number {
  const { instancePath = "", schemaPath = "" } = errors[end] ?? {}
  const around = schemaPath.slice(0, schemaPath.lastIndexOf("/") + 1)
  let first = end
  for (let error = errors[first - 1]; first > 0 && error !== undefined; error = errors[first - 1]) {
    const inside = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`)
    const sibling = error.schemaPath.startsWith(around) && !error.schemaPath.startsWith(`${schemaPath}/`)
    if (!inside || sibling) break
    first -= 1
  }
  return first
}

function describeGroup(
  data: unknown,
  error: SchemaError,
  group: readonly SchemaError[],
): readonly SchemaProblem[] {
  const depth = (path: string) => path.split("/").length
  const deepest = Math.max(...group.map(({ instancePath }) => depth(instancePath)))
  const best = group.find(({ instancePath }) => depth(instancePath) === deepest)
  if (best !== undefined && deepest > depth(error.instancePath)) return describe(data, best)
  const path = pathOf(data, error.instancePath)
  const missing = group.flatMap(({ keyword, params }) =>
    keyword === "required" ? [`"${String(params["missingProperty"])}"`] : [],
  )
  if (missing.length === group.length) {
    return [{ path, rule: "schema_required", message: `one of the keys ${missing.join(", ")} is missing` }]
  }
  const expected = [...new Set([...group.flatMap(choicesOf), ...group.flatMap(typesOf)])]
  if (expected.length === 0) return describe(data, error)
  const rule = group.some(({ keyword }) => keyword !== "type") ? "schema_enum" : "schema_type"
  return [{ path, rule, message: `expected ${alternatives(expected)}, got ${shown(error.data)}` }]
}

function typesOf({ keyword, params }: SchemaError): readonly string[] {
  return keyword === "type" ? [params["type"]].flat().map(typeName) : []
}

/** The values of an enum; a choice can say them in words. */
function choicesOf({ keyword, schema, parentSchema }: SchemaError): readonly string[] {
  const meaning: unknown = readMember(parentSchema, "description")
  if (keyword === "choice" && isText(meaning)) return [meaning]
  if (keyword === "const") return [shown(schema)]
  return keyword === "enum" || keyword === "choice" ? [schema].flat().slice(0, 20).map(shown) : []
}

function describe(root: unknown, error: SchemaError): readonly SchemaProblem[] {
  const path = pathOf(root, error.instancePath)
  const { keyword, params, schema, data } = error
  const meaning: unknown = readMember(error.parentSchema, "description")
  const got = `got ${shown(data)}`
  switch (keyword) {
    case "type":
      return [{ path, rule: "schema_type", message: `expected ${alternatives(typesOf(error))}, ${got}` }]
    case "required":
    case "dependentRequired":
    case "dependencies": {
      const message = `the key "${String(params["missingProperty"])}" is missing`
      return [{ path, rule: "schema_required", message }]
    }
    case "const":
    case "enum":
    case "choice": {
      const near = isText(data) ? nearestChoice(data, [schema].flat().filter(isText)) : null
      const hint = near === null ? "" : ` (did you mean "${near}"?)`
      const message = `expected ${alternatives(choicesOf(error))}, ${got}${hint}`
      return [{ path, rule: "schema_enum", message }]
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = String(params["additionalProperty"] ?? params["unevaluatedProperty"])
      const known = Object.keys(readMember(error.parentSchema, "properties") ?? {})
      return [unknownKey(path, key, nearestName(key, known))]
    }
    case "slips":
      return slippedKeys(data, schema).map(({ key, near }) => unknownKey(path, key, near))
    default: {
      const message = isText(meaning) ? `expected ${meaning}` : (error.message ?? "is not allowed")
      return [{ path, rule: `schema_${snakeCase(keyword)}`, message: `${message}, ${got}` }]
    }
  }
}

function unknownKey(path: KeyPath, key: string, near: string | null): SchemaProblem {
  const hint = near === null ? "" : ` (did you mean "${near}"?)`
  const problem = { path: [...path, key], rule: "schema_unknown_key", message: `unknown key "${key}"${hint}` }
  return near === null ? problem : { ...problem, near }
}

/** A JSON pointer as keys, and as indices where the data has a list. */
function pathOf(root: unknown, pointer: string): KeyPath {
  let value = root
  const parts = pointer.split("/").slice(1)
  return parts.map((part) => {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~")
    if (!Array.isArray(value)) {
      value = readMember(value, key)
      return key
    }
    value = (value as readonly unknown[])[Number(key)]
    return Number(key)
  })
}

function nearestChoice(value: string, choices: readonly string[]): string | null {
  const lower = value.toLowerCase()
  return choices.find((choice) => choice.toLowerCase() === lower) ?? nearestName(value, choices)
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

function alternatives(names: readonly string[]): string {
  if (names.length < 2) return names.join("")
  return `${names.slice(0, -1).join(", ")} or ${String(names.at(-1))}`
}

function typeName(type: unknown): string {
  const name = String(type)
  return /^[aeio]/.test(name) ? `an ${name}` : name === "null" ? name : `a ${name}`
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object" && value !== null) return "an object"
  if (typeof value === "string") return JSON.stringify(cutCodePoints(value, 58))
  return JSON.stringify(typeof value === "bigint" ? Number(value) : value) ?? "nothing"
}

function snakeCase(keyword: string): string {
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
