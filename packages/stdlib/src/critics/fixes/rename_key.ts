import type { Fix } from "../verdict.ts"

/** Shorter names are too close to each other to tell a slip from another word. */
const LEAST_NAME = 5

/**
 * Renames the key at a position to the known name, if it differs by one slip. A slip is another case or separator, or
 * one letter missing, added, replaced or swapped with its neighbour. Undefined where the text there is not the key.
 */
export function renameKey(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
  key: string,
  known: string,
): Fix | undefined {
  if (!isSlip(key, known)) return undefined
  const start = offsetOf(text, line) + column - 1
  const quote = text[start] === '"' || text[start] === "'" ? 1 : 0
  const at = start + quote
  if (!text.startsWith(key, at) || /[\w-]/.test(text[at + key.length] ?? "")) return undefined
  return {
    title: `rename "${key}" to "${known}"`,
    edits: [{ start: at, end: at + key.length, text: known }],
  }
}

export function isSlip(key: string, known: string): boolean {
  if (plain(key) === plain(known)) return true
  if (Math.min(key.length, known.length) < LEAST_NAME) return false
  let start = 0
  while (start < key.length && key[start] === known[start]) start += 1
  const [rest, other] = [key.slice(start), known.slice(start)]
  const is_swapped =
    rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2) && rest.length > 1
  return (
    is_swapped ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest.slice(1) === other.slice(1) && rest.length > 0)
  )
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "")
}

function offsetOf(text: string, line: number): number {
  let at = 0
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}
