import { sha256Hex } from "./digest.ts"

const MAX_DEPTH = 64
const NEEDS_ESCAPE = /["\\\u0000-\u001f\u007f-\u009f\ud800-\udfff]/
const ESCAPED = /["\\\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/gu
const SURROGATE = /[\ud800-\udfff]/

/** In UTF-16 code units. */
export interface CanonicalLimits {
  /** Above this many values each further one prints as "[large]": objects shared by many parents cannot explode. */
  readonly characters: number
  /** A longer text prints its length and digest: escaped, a hostile text of 100 MB would exceed the longest string. */
  readonly text: number
}

const LIMITS: CanonicalLimits = { characters: 2 ** 26, text: 2 ** 22 }

interface Writer {
  readonly limits: CanonicalLimits
  readonly ancestors: Set<object>
  characters: number
}

/**
 * Prints any value as JSON, equal for equal data: keys in UTF-8 byte order, no whitespace, numbers without exponent.
 * Never throws; these placeholders stand for what cannot be printed:
 *
 * - "[cyclic]" for cycles, "[deep]" for depth beyond 64, "[unreadable]" for unreadable objects;
 * - length and SHA-256 for texts beyond 4 Mi characters;
 * - "[large]" for values after the first 64 Mi characters.
 * @requirement actions.key.json
 */
export function canonicalJson(value: unknown, limits: CanonicalLimits = LIMITS): string {
  return print(value, { limits, ancestors: new Set(), characters: 0 }, 0)
}

function print(value: unknown, writer: Writer, depth: number): string {
  if (typeof value === "object" && value !== null) return printObject(value, writer, depth)
  const text = printScalar(value, writer)
  writer.characters += text.length
  return text
}

function printScalar(value: unknown, writer: Writer): string {
  switch (typeof value) {
    case "string":
      return printString(value, writer)
    case "number":
      return printNumber(value)
    case "bigint":
      return value.toString()
    case "boolean":
      return value ? "true" : "false"
    default:
      return "null"
  }
}

function printObject(value: object, writer: Writer, depth: number): string {
  if (writer.ancestors.has(value)) return '"[cyclic]"'
  if (depth >= MAX_DEPTH) return '"[deep]"'
  if (writer.characters > writer.limits.characters) return '"[large]"'
  writer.ancestors.add(value)
  writer.characters += 2
  try {
    return printMembers(value, writer, depth)
  } catch {
    return '"[unreadable]"'
  } finally {
    writer.ancestors.delete(value)
  }
}

function printMembers(value: object, writer: Writer, depth: number): string {
  if (Array.isArray(value)) {
    let items = ""
    for (let index = 0; index < value.length; index += 1) {
      if (writer.characters > writer.limits.characters) return `[${items},"[large]"]`
      items += (index === 0 ? "" : ",") + print(value[index], writer, depth + 1)
    }
    return `[${items}]`
  }
  const plain = inheritedToJson(value)
  if (plain !== value) return print(plain, writer, depth + 1)
  let members = ""
  for (const key of sortedKeys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (member === undefined) continue
    if (writer.characters > writer.limits.characters) return `{${members},"[large]":true}`
    writer.characters += key.length
    members += `${members === "" ? "" : ","}${printString(key, writer)}:${print(member, writer, depth + 1)}`
  }
  return `{${members}}`
}

/** A `Date` has no keys of its own: without this every date would print alike. */
function inheritedToJson(value: object): unknown {
  if (!("toJSON" in value) || Object.hasOwn(value, "toJSON")) return value
  return typeof value.toJSON === "function" ? (value.toJSON() as unknown) : value
}

function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value)
  // UTF-16 order is UTF-8 byte order unless surrogates take part.
  return keys.some((key) => SURROGATE.test(key)) ? keys.sort(compareCodePoints) : keys.sort()
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)]
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function printString(text: string, { limits }: Writer): string {
  if (text.length > limits.text) return `"[${text.length} characters, sha256:${sha256Hex(text)}]"`
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, escapeCharacter)}"` : `"${text}"`
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '"':
      return '\\"'
    case "\\":
      return "\\\\"
    case "\n":
      return "\\n"
    case "\r":
      return "\\r"
    case "\t":
      return "\\t"
    default: {
      const code = character.charCodeAt(0)
      return code >= 0xd800 ? "\ufffd" : `\\u${code.toString(16).padStart(4, "0")}`
    }
  }
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) return "null"
  const text = String(value)
  const [mantissa = "", exponent] = text.split("e")
  return exponent === undefined ? text : withoutExponent(mantissa, Number(exponent))
}

function withoutExponent(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : ""
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".")
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(exponent, "0")}`
}
