import {
  expectedBy,
  InvalidOptionError,
  meantOption,
  optionPath,
  valueAt,
} from "@proofloop/foundation/errors"
import * as z from "zod"

/**
 * Parses a caller's options with a strict schema whose messages say what is expected. Throws `InvalidOptionError` for
 * the first problem, an unknown name before a wrong value. Never shows a value under a name in `secrets`.
 */
export function parseOptions<T>(
  owner: string,
  schema: z.ZodType<T>,
  value: unknown,
  secrets: ReadonlySet<string> = new Set(),
): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const name = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined
    if (name !== undefined) throw unknownOption(owner, schema, issue.path, name)
  }
  const issue = parsed.error.issues[0]
  const path = issue?.path ?? []
  throw new InvalidOptionError({
    option: optionPath(owner, path),
    expected: expectedBy(issue?.message),
    // The value under an unknown or secret name may be a key.
    got: typeof path[0] === "string" && secrets.has(path[0]) ? "[hidden]" : valueAt(value, path),
  })
}

function unknownOption(
  owner: string,
  schema: z.ZodType,
  path: readonly PropertyKey[],
  name: string,
): InvalidOptionError {
  const known = knownNames(schema, path)
  return new InvalidOptionError({
    option: optionPath(owner, [...path, name]),
    expected: `one of the options ${known.join(", ")}`,
    got: name,
    did_you_mean: meantOption(name, known),
  })
}

function knownNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const step of path) {
    at = unwrapped(at)
    if (at instanceof z.ZodArray) at = at.element
    else if (at instanceof z.ZodObject) at = Object.entries(at.shape).find(([name]) => name === step)?.[1]
  }
  const object = unwrapped(at)
  return object instanceof z.ZodObject ? Object.keys(object.shape) : []
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema
}
