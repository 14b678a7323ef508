import { isJson, stripFence } from "@proofloop/foundation/text"

/** Corrects the usual slips of models in linear time; the result need not be valid. @requirement critics.llm_json */
export function repairJson(text: string): string {
  let repaired = text
  for (let before = ""; before !== repaired && !isJson(repaired);) {
    before = repaired
    repaired = escapeBareQuotes(dropTrailingCommas(stripFence(repaired)))
  }
  return repaired
}

/** Removes commas before a closing bracket, outside of strings. */
function dropTrailingCommas(text: string): string {
  const parts: string[] = []
  let inside = false
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') inside = !inside
    else if (inside && char === "\\") at += 1
    else if (!inside && char === ",") {
      const end = endOfCommas(text, at)
      if (text[end] === "}" || text[end] === "]") {
        parts.push(text.slice(from, at), text.slice(at, end).replaceAll(",", ""))
        from = end
      }
      at = end - 1
    }
  }
  parts.push(text.slice(from))
  return parts.join("")
}

function endOfCommas(text: string, start: number): number {
  let at = start
  while (text[at] === "," || /\s/.test(text[at] ?? "")) at += 1
  return at
}

/** A quote closes a string only before `,` `:` `}` `]` or the end, with at most blanks and a line end between. */
function escapeBareQuotes(text: string): string {
  const parts: string[] = []
  let inside = false
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ""
    if (char === "\\") {
      at += 1
      continue
    }
    if (char === '"') {
      if (!inside) inside = true
      else if (closesString(text, at + 1)) inside = false
      else {
        parts.push(text.slice(from, at), '\\"')
        from = at + 1
      }
    } else if (inside && char < " ") {
      parts.push(text.slice(from, at), escapes.get(char) ?? char)
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts.join("")
}

const escapes = new Map(
  Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).map((char) => [
    char,
    JSON.stringify(char).slice(1, -1),
  ]),
)

function closesString(text: string, after: number): boolean {
  let at = after
  while (BLANKS.has(text[at] ?? "")) at += 1
  if (text[at] === "\n") while (BLANKS.has(text[at] ?? "") || text[at] === "\n") at += 1
  return at >= text.length || ",:}]".includes(text[at] ?? "")
}

const BLANKS = new Set([" ", "\t", "\r"])
