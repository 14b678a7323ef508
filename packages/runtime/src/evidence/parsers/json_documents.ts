import { parsedJson } from "@proofloop/foundation/text"

const MAX_DOCUMENTS = 64

/**
 * The JSON objects or lists in an output that begin with `opening`, in order. Text around them, also on the same
 * line, does not matter. One linear scan, which ends at a value that is cut off.
 */
export function jsonDocuments(text: string, opening: string): readonly unknown[] {
  const values: unknown[] = []
  let position = 0
  while (values.length < MAX_DOCUMENTS) {
    const start = text.indexOf(opening, position)
    const end = start === -1 ? -1 : endOfValue(text, start)
    if (end === -1) break
    const value = parsedJson(text.slice(start, end))
    if (value !== undefined) values.push(value)
    position = end
  }
  return values
}

/** Behind the bracket that closes the one at `start`, or -1. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let is_string = false
  for (let index = start; index < text.length; index += 1) {
    const character = text[index]
    if (character === "\\" && is_string) index += 1
    else if (character === '"') is_string = !is_string
    else if (is_string) continue
    else if (character === "{" || character === "[") depth += 1
    else if (character === "}" || character === "]") depth -= 1
    if (depth === 0) return index + 1
  }
  return -1
}
