import { commentSyntax, type CommentSyntax } from "./comment_syntax.ts"

export interface Suppression {
  readonly path: string
  /** Of the comment, from 1. */
  readonly line: number
  /** The line it is about; null: the whole file. */
  readonly about: number | null
  /** "G7", or "G7/missing_definition"; as written. */
  readonly ids: readonly string[]
  /** "" where none is given; such a suppression has no effect. */
  readonly reason: string
  /** Equal for a suppression that existed before the change, at any line. */
  readonly key: string
}

const WORD = "proofloop-ignore"

const MAX_SUPPRESSIONS = 1000

/**
 * The suppressions of a text. `proofloop-ignore G7: reason` in a comment on its own line is about the next other
 * line; behind code it is about that line. `proofloop-ignore-file` is about the file.
 */
export function readSuppressions(path: string, text: string): readonly Suppression[] {
  if (!text.includes(WORD)) return []
  const syntax = commentSyntax(path)
  const lines = text.split("\n")
  const found: Suppression[] = []
  const pending: Array<Omit<Suppression, "about" | "key">> = []
  let fence = ""
  for (const [index, line] of lines.entries()) {
    if (found.length + pending.length > MAX_SUPPRESSIONS) break
    fence = syntax.has_fences ? fenceAfter(fence, line) : ""
    const written = fence === "" ? readLine(line, syntax) : null
    const at = { path, line: index + 1 }
    if (written === null) {
      if (line.trim() === "") continue
      for (const one of pending.splice(0)) found.push(aboutLine(one, index + 1, line))
      continue
    }
    const { code, is_file, is_own_line, ids, reason } = written
    if (is_file) found.push({ ...at, ids, reason, about: null, key: JSON.stringify([ids, reason]) })
    else if (is_own_line) pending.push({ ...at, ids, reason })
    else {
      for (const one of pending.splice(0)) found.push(aboutLine(one, index + 1, code))
      found.push(aboutLine({ ...at, ids, reason }, index + 1, code))
    }
  }
  for (const one of pending) found.push(aboutLine(one, lines.length, ""))
  return found
}

/** The line is part of the key: a comment that moves to another line excuses something else. */
function aboutLine(one: Omit<Suppression, "about" | "key">, about: number, code: string): Suppression {
  return { ...one, about, key: JSON.stringify([one.ids, one.reason, code.trim()]) }
}

interface Written {
  readonly code: string
  readonly is_file: boolean
  readonly is_own_line: boolean
  readonly ids: readonly string[]
  readonly reason: string
}

function readLine(line: string, { starts, ends }: CommentSyntax): Written | null {
  const at = line.indexOf(WORD)
  if (at < 0) return null
  const before = line.slice(0, at).trimEnd()
  // "/**" and "//!" begin comments as well, and in a long block each line begins with a star.
  const marked = [before, before.slice(0, -1).trimEnd()]
  const start = starts.find((one) => marked.some((text) => text.endsWith(one)))
  const is_in_block = start === undefined && starts.includes("/*") && before.trim() === "*"
  if (start === undefined && !is_in_block) return null
  const is_file = line.startsWith("-file", at + WORD.length)
  const said = line.slice(at + WORD.length + (is_file ? "-file".length : 0))
  if (/^[\w-]/.test(said)) return null
  const end = ends.map((one) => said.indexOf(one)).find((index) => index >= 0) ?? said.length
  const behind = said.slice(end).replace(/^(?:\*\/|-->)/, "")
  const ahead = is_in_block ? "" : before.slice(0, before.lastIndexOf(start ?? ""))
  const code = `${ahead} ${behind}`.trim()
  const colon = said.slice(0, end).indexOf(":")
  const named = said.slice(0, colon < 0 ? end : colon)
  return {
    code,
    is_file,
    is_own_line: code === "",
    ids: named.split(/[\s,]/).filter((id) => id !== ""),
    reason: colon < 0 ? "" : said.slice(colon + 1, end).trim(),
  }
}

/** The fence a line of Markdown leaves open, or "". */
function fenceAfter(open: string, line: string): string {
  const text = line.trimStart()
  const mark = text.startsWith("```") ? "```" : text.startsWith("~~~") ? "~~~" : ""
  if (open === "") return mark
  return mark === open ? "" : open
}
