import type { Family } from "./language.ts"

/**
 * A source text with blanked comments, and blanked strings unless `keep_strings`; every line keeps its length. Uses
 * no grammar: a quote in a script's regular expression hides at most the rest of its line.
 */
export function bareSource(text: string, language: Family, keep_strings = false): string {
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
  /** Whether a backslash in it is one. */
  readonly is_raw?: boolean
}

function comment(start: string, end: string | null = null): Piece {
  return { start, end, is_string: false, lines: end !== null }
}

function string(quote: string, lines = false): Piece {
  return { start: quote, end: quote, is_string: true, lines }
}

const cComments = [comment("//"), comment("/*", "*/")]

/** Longer starts first. */
const pieces: Readonly<Record<Family, readonly Piece[]>> = {
  python: [string('"""', true), string("'''", true), string('"'), string("'"), comment("#")],
  script: [...cComments, string('"'), string("'"), string("`", true)],
  go: [...cComments, string('"'), string("`", true)],
  // A lone "'" is a lifetime.
  rust: [...cComments, string('"', true)],
  java: [...cComments, string('"""', true), string('"'), string("'")],
  csharp: [
    ...cComments,
    string('"""', true),
    { ...string('"', true), start: '@"', is_raw: true },
    string('"'),
    string("'"),
  ],
  cpp: [
    ...cComments,
    { ...string('"', true), start: 'R"(', end: ')"', is_raw: true },
    string('"'),
    string("'"),
  ],
  ruby: [string('"'), string("'"), comment("#")],
  php: [...cComments, string('"'), string("'"), comment("#")],
  kotlin: [...cComments, string('"""', true), string('"'), string("'")],
}

/** The beginnings of a language's pieces; a longer one is found before its own prefix. */
const STARTS: Readonly<Record<Family, RegExp>> = {
  python: /"""|'''|"|'|#/g,
  script: /\/\/|\/\*|"|'|`/g,
  go: /\/\/|\/\*|"|`/g,
  rust: /\/\/|\/\*|"/g,
  java: /\/\/|\/\*|"""|"|'/g,
  csharp: /\/\/|\/\*|"""|@"|"|'/g,
  // "'" parts the digits of a number.
  cpp: /\/\/|\/\*|R"\(|"|(?<!\d)'/g,
  ruby: /"|'|#/g,
  // "#[" begins an attribute.
  php: /\/\/|\/\*|"|'|#(?!\[)/g,
  kotlin: /\/\/|\/\*|"""|"|'/g,
}

function endOf(text: string, from: number, { end, is_string, lines, is_raw = false }: Piece): number {
  if (!is_string) {
    const found = text.indexOf(end ?? "\n", from)
    return found === -1 ? text.length : found + (end?.length ?? 0)
  }
  let at = from
  while (at < text.length) {
    if (text[at] === "\n" && !lines) return at
    if (end !== null && text.startsWith(end, at)) return at + end.length
    at += !is_raw && text[at] === "\\" ? 2 : 1
  }
  return text.length
}

function blank(part: string, { start, end, is_string }: Piece): string {
  const inside = (piece: string) => piece.replaceAll(/[^\n]/g, " ")
  if (!is_string || end === null) return inside(part)
  const quote = start.length
  return part.length < quote + end.length
    ? part.slice(0, quote) + inside(part.slice(quote))
    : start + inside(part.slice(quote, -end.length)) + end
}
