import { InvalidOptionError, meantOption, optionPath, valueAt } from "@proofloop/foundation/errors"
import * as z from "zod"

/**
 * Checks `value` and returns it as it is; throws InvalidOptionError for the first problem, an unknown name before a
 * wrong value. `owner` begins the path: `preset "x".stall_diagnostics.fold`. The schema's messages say what is expected.
 */
export function checked<T>(owner: string, schema: z.ZodType, value: T): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return value
  const issues = parsed.error.issues.flatMap((issue) => innerIssues(issue, []))
  for (const issue of issues) {
    const name = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined
    if (name !== undefined) throw unknownName(owner, schema, issue.path, name)
  }
  const { message, path } = issues[0] ?? { message: "a valid value", path: [] }
  throw new InvalidOptionError({
    option: optionPath(owner, path),
    expected: message,
    got: valueAt(value, path),
  })
}

type Issue = z.core.$ZodIssue

/** The issues of the union's branch that took the value's shape; the union's own issue if none did. */
function innerIssues(issue: Issue, above: readonly PropertyKey[]): Issue[] {
  const path = [...above, ...issue.path]
  if (issue.code === "invalid_union") {
    const branch = issue.errors.find((errors) => errors.some(isInside))
    if (branch !== undefined) return branch.flatMap((inner) => innerIssues(inner, path))
  }
  return [{ ...issue, path }]
}

function isInside(issue: Issue): boolean {
  return issue.path.length > 0 || issue.code === "unrecognized_keys"
}

function unknownName(
  owner: string,
  schema: z.ZodType,
  path: readonly PropertyKey[],
  name: string,
): InvalidOptionError {
  const known = knownNames(schema, path)
  const owner_of = known.find((key) => knownNames(schema, [...path, key]).includes(name))
  const inside = owner_of === undefined ? null : `${owner_of}.${name}`
  const did_you_mean = inside ?? meantOption(name, known)
  return new InvalidOptionError({
    option: optionPath(owner, [...path, name]),
    expected: did_you_mean === null ? `one of the options ${known.join(", ")}` : "a known option",
    got: name,
    did_you_mean,
  })
}

function knownNames(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownNames(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => knownNames(option, path))
  if (!(schema instanceof z.ZodObject)) return []
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(schema.shape)
  return knownNames(new Map(Object.entries(schema.shape)).get(String(step)), rest)
}
