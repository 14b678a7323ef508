import { sha256Hex } from "@proofloop/foundation/text"
import { snippetOf } from "../evidence/snippet.ts"
import type { Reason } from "./state.ts"

const LONGEST_TEXT = 20_000
const LONGEST_LINE = 300
/** Lines that may come before the one that tells. */
const MOST_LINES = 4

/** Words of lines that only say that something went wrong, or what is looked at. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an applying checking code edit error exit failed failure file patching plan result status the tool using while".split(
    " ",
  ),
)
const IN_SINGLE_QUOTES = /(^|[^\p{L}\p{N}_])'[^'\n]{0,300}'(?![\p{L}\p{N}_])/gu
const EDGES = /^[^\p{L}\p{N}]{1,300}|[^\p{L}\p{N}]{1,300}$/gu
/** A linter's, compiler's or type checker's code at the head of its message. */
const CODE =
  /^(?:[^\n:]{0,120}:)?(?:\d{1,7}:){0,2}[^\w\n]{0,8}(?:error )?\[?([A-Z]{1,6}\d{2,5})\b(?=[\]:,]|\s{1,4}\S)/gm
const MOST_CODES = 8

/** A number or position, a path, a file's name. */
const PARTICULAR = /\p{N}|[/\\]|[\p{L}_]\.\p{L}/u

/**
 * A key for why an edit was rejected; the same mistake with another text gives the same key. It is made of the first
 * telling line, without quotations, paths, numbers and positions, and of the error codes below it. "" if nothing is
 * left.
 */
export function editReasonKey(failure_text: string): string {
  let text = failure_text.slice(0, LONGEST_TEXT)
  const codes = codesIn(text)
  for (let tried = 0; tried < MOST_LINES && text !== ""; tried += 1) {
    text = withoutQuotes(withoutQuotes(text.trimStart(), "`"), '"')
    const line = firstLine(text)
    text = text.slice(line.length)
    const words = wordsOf(line)
    if (!words.some((word) => !EMPTY_WORDS.has(word))) continue
    // A line with an error code is told by its codes alone; its words may be about this edit only.
    const told = codesIn(line).length > 0 ? codes : [...words, ...codes]
    return `edit:${sha256Hex(told.join(" "))}`
  }
  return ""
}

/** Why an edit was rejected; where the text gives no reason, `key` stands for it. */
export function editReason(failure_text: string, key: string): Reason {
  return { key: editReasonKey(failure_text) || key, says: tellingLine(failure_text) }
}

/** The first line that tells more than that something went wrong. */
function tellingLine(failure_text: string): string {
  const lines = snippetOf(failure_text).split("\n")
  return lines.find((line) => wordsOf(line).some((word) => !EMPTY_WORDS.has(word))) ?? lines[0] ?? ""
}

function codesIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [, code = ""] of text.matchAll(CODE)) {
    found.add(code)
    if (found.size === MOST_CODES) break
  }
  return [...found].toSorted()
}

/** The text without the quotations of its first line, also when a quotation goes on over further lines. */
function withoutQuotes(text: string, quote: string): string {
  const line = firstLine(text)
  const pieces = line.split(quote)
  const rest = text.slice(line.length)
  const shown = pieces.filter((_, index) => index % 2 === 0).join(" ")
  if (pieces.length % 2 === 1) return shown + rest
  const end = rest.lastIndexOf(quote)
  return shown + (end === -1 ? rest : ` ${rest.slice(end + 1)}`)
}

function firstLine(text: string): string {
  const end = text.search(/[\r\n]/)
  return end === -1 ? text : text.slice(0, end)
}

function wordsOf(line: string): readonly string[] {
  return line
    .slice(0, LONGEST_LINE)
    .replace(IN_SINGLE_QUOTES, "$1 ")
    .split(/\s/u)
    .map((word) => word.replace(EDGES, ""))
    .filter((word) => word !== "" && !PARTICULAR.test(word))
    .map((word) => word.toLowerCase())
}
