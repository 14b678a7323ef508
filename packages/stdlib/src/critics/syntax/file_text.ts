import { strictText } from "@proofloop/foundation/git"
import type { SyntaxProblem } from "@proofloop/parsers"
import { syntaxFormat } from "./formats.ts"

/**
 * A source's text, or the place where it is not UTF-8. Python and XML may declare another encoding in their first
 * lines; another file keeps the one it had.
 */
export function sourceText(
  bytes: Uint8Array,
  path: string,
  before: Uint8Array | null = null,
): { readonly text: string } | { readonly problem: SyntaxProblem } {
  const text = strictText(bytes)
  if (text !== null) return { text }
  const is_xml = syntaxFormat(path) === "xml"
  const wide = is_xml ? wideText(bytes) : null
  if (wide !== null) return { text: wide }
  const latin = latinText(bytes)
  const is_declared = is_xml ? DECLARED_IN_XML.test(latin) : /\.pyi?$/i.test(path) && declaresEncoding(latin)
  if (is_declared || (before !== null && strictText(before) === null)) return { text: latin }
  return { problem: { message: "not valid UTF-8", line: brokenLine(bytes), column: 1 } }
}

/** The bytes of a text that is not UTF-8, written as UTF-8. */
export function inUtf8(bytes: Uint8Array | null): Uint8Array | null {
  return bytes === null || strictText(bytes) !== null ? bytes : new TextEncoder().encode(latinText(bytes))
}

function latinText(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes)
}

const DECLARED_IN_XML = /^<\?xml\s[^>]{0,200}encoding\s{0,10}=\s{0,10}["'](?!utf-?8)/i

/** A text of UTF-16 with its byte order mark. */
function wideText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be").decode(bytes) : null
}

/** PEP 263: any encoding but UTF-8. The characters of the grammar are the same in all encodings in use. */
function declaresEncoding(text: string): boolean {
  return text
    .split("\n", 2)
    .some((line) => /^[ \t\f]*#.*?coding[:=]/.test(line) && !/coding[:=]\s*utf-?8/i.test(line))
}

function brokenLine(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline + 1
    if (strictText(bytes.subarray(start, end)) === null) return line
    line += 1
    start = end
  }
  return line
}

export function lineOf(text: string, line: number): string {
  let start = 0
  for (let at = 1; at < line; at += 1) {
    const newline = text.indexOf("\n", start)
    if (newline < 0) return ""
    start = newline + 1
  }
  const end = text.indexOf("\n", start)
  return text.slice(start, Math.min(end < 0 ? text.length : end, start + 1000)).trim()
}
