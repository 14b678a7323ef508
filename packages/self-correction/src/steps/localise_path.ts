import { posix } from "node:path"

export interface CandidatePath {
  /** Relative to the repository's root, without "." and "..". */
  readonly path: string
  /** The lines of `path:start` or `path:start-end` as written: they may be reversed or past the end. */
  readonly lines: { readonly start: number; readonly end: number } | null
}

/** Reads `path`, `path:start` or `path:start-end`. An absolute path and one with ".." are a problem, in words for a model. */
export function readCandidatePath(text: string): CandidatePath | { readonly problem: string } {
  const range = /:(\d{1,7})(?:-(\d{1,7}))?$/.exec(text)
  const written = range === null ? text : text.slice(0, range.index)
  const problem = problemOf(written)
  if (problem !== null) return { problem }
  const path = posix.normalize(written)
  if (range === null) return { path, lines: null }
  const start = Number(range[1])
  return { path, lines: { start, end: range[2] === undefined ? start : Number(range[2]) } }
}

function problemOf(path: string): string | null {
  if (path.trim() === "") return "the path is empty"
  if (path.trim() !== path) return "the path begins or ends with a space"
  if (/[\p{Cc}\u2028\u2029]/u.test(path)) return "the path has a control character in it"
  if (path.includes("\\")) return 'use "/" between folders'
  if (path.startsWith("/") || path.startsWith("~") || /^[A-Za-z]:/.test(path)) {
    return "an absolute path is not allowed; give it relative to the root of the repository"
  }
  if (path.split("/").includes(".."))
    return '".." is not allowed; give it relative to the root of the repository'
  return posix.normalize(path) === "." || path.endsWith("/") ? "it names a folder; name a file" : null
}
