import { InvalidOptionError, nameOption } from "@proofloop/foundation/errors"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"

/** A text that is not blank, without secrets. */
export function textOption(option: string, value: unknown, most: number): string {
  if (typeof value === "string" && value.trim() !== "" && value.length <= most) return storedText(value)
  throw new InvalidOptionError({ option, expected: `a text of 1 to ${most} characters`, got: value })
}

export function idOption(option: string, value: unknown): string {
  if (typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value)) return value
  throw new InvalidOptionError({
    option,
    expected: 'letters, digits, "-" and "_", at most 64',
    got: value,
  })
}

export function objectOption(
  option: string,
  value: unknown,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw new InvalidOptionError({ option, expected: "an object", got: value })
  for (const key of Object.keys(value)) nameOption(`a key of ${option}`, key, keys)
  return value
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const MARK = "[redacted]"

/** A text as the store keeps it: without secrets, and without characters that a column changes. Idempotent. */
export function storedText(text: string): string {
  const exact = text.replace(/\p{Surrogate}|\0/gu, "\ufffd")
  return exact.split(MARK).map(redactSecrets).join(MARK)
}

/** The start of a text of any length. */
export function storedStart(text: string, most: number): string {
  return cutCodePoints(storedText(cutCodePoints(text, most * 4)), most)
}
