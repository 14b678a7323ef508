import type { TestLanguage } from "@proofloop/foundation/paths"

/**
 * A source text with blanked comments, and blanked strings unless `keep_strings`; every line keeps its length. Uses
 * no grammar: a quote in a script's regular expression hides at most the rest of its line.
 */
export function bareSource(text: string, language: TestLanguage, keep_strings = false): string {
  let bare = ""
  let at = 0
  const next = STARTS[language]
  while (at < text.length) {
    next.lastIndex = at
    const found = next.exec(text)
    const piece = pieces[language].find(({ start }) => start === found?.[0])
    if (found === null || piece === undefined) break
    bare += text.slice(at, found.index)
    at = found.index
    const end = endOf(text, at + piece.start.length, piece)
    const part = text.slice(at, end)
    bare += piece.is_string && keep_strings ? part : blank(part, piece)
    at = end
  }
  return bare + text.slice(at)
}

interface Piece {
  readonly start: string
  /** null: the end of the line. */
  readonly end: string | null
  readonly is_string: boolean
  /** Whether it continues past the end of a line. */
  readonly lines: boolean
}

function comment(start: string, end: string | null = null): Piece {
  return { start, end, is_string: false, lines: end !== null }
}

function string(quote: string, lines = false): Piece {
  return { start: quote, end: quote, is_string: true, lines }
}

const cComments = [comment("//"), comment("/*", "*/")]

/** Longer starts first. */
const pieces: Readonly<Record<TestLanguage, readonly Piece[]>> = {
  python: [string('"""', true), string("'''", true), string('"'), string("'"), comment("#")],
  script: [...cComments, string('"'), string("'"), string("`", true)],
  go: [...cComments, string('"'), string("`", true)],
  // A lone "'" is a lifetime.
  rust: [...cComments, string('"', true)],
  java: [...cComments, string('"""', true), string('"'), string("'")],
}

/** The beginnings of a language's pieces; a longer one is found before its own prefix. */
const STARTS: Readonly<Record<TestLanguage, RegExp>> = {
  python: /"""|'''|"|'|#/g,
  script: /\/\/|\/\*|"|'|`/g,
  go: /\/\/|\/\*|"|`/g,
  rust: /\/\/|\/\*|"/g,
  java: /\/\/|\/\*|"""|"|'/g,
}

function endOf(text: string, from: number, { end, is_string, lines }: Piece): number {
  if (!is_string) {
    const found = text.indexOf(end ?? "\n", from)
    return found === -1 ? text.length : found + (end?.length ?? 0)
  }
  let at = from
  while (at < text.length) {
    if (text[at] === "\n" && !lines) return at
    if (end !== null && text.startsWith(end, at)) return at + end.length
    at += is_string && text[at] === "\\" ? 2 : 1
  }
  return text.length
}

function blank(part: string, { start, is_string }: Piece): string {
  const inside = (piece: string) => piece.replaceAll(/[^\n]/g, " ")
  if (!is_string) return inside(part)
  const quote = start.length
  return part.length < 2 * quote
    ? part.slice(0, quote) + inside(part.slice(quote))
    : start + inside(part.slice(quote, -quote)) + start
}
