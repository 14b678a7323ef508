import { strictText } from "@proofloop/foundation/git"
import type { SyntaxProblem } from "@proofloop/parsers"

/**
 * A source's text, or the place where it is not UTF-8. A Python file may declare another encoding in its first two
 * lines; another file keeps the one it had.
 */
export function sourceText(
  bytes: Uint8Array,
  path: string,
  before: Uint8Array | null = null,
): { readonly text: string } | { readonly problem: SyntaxProblem } {
  const text = strictText(bytes)
  if (text !== null) return { text }
  const latin = latinText(bytes)
  const is_declared = /\.pyi?$/i.test(path) && declaresEncoding(latin)
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
