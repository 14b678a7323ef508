import { posix } from "node:path"
import {
  decodeText,
  locate,
  MAX_READ_BYTES,
  readContent,
  RequestError,
  type Workspace,
} from "@proofloop/foundation/files"
import { deniedEntry } from "@proofloop/foundation/paths"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Hit } from "../feedback.ts"

/** The lines of a file a fix may touch, with its real path; or why not: missing, linked outside, denied, too large, binary. */
export async function readFileLines(
  workspace: Workspace,
  path: string,
): Promise<{ readonly path: string; readonly lines: readonly string[] } | { readonly reason: string }> {
  try {
    const located = await locate(workspace, path, "read")
    const entry = deniedEntry(path) ?? deniedEntry(located.relative)
    if (entry !== null) return { reason: `no fix may touch it (denied by ${entry})` }
    if (located.stats === null) return { reason: "there is no such file" }
    if (located.stats.size > MAX_READ_BYTES) return { reason: "it is larger than 2 MiB" }
    const { bytes } = await readContent({ ...workspace, max_file_bytes: MAX_READ_BYTES }, located)
    return { path: located.relative, lines: linesOf(decodeText(bytes, located.relative)) }
  } catch (error) {
    if (error instanceof RequestError) return { reason: error.message }
    throw error
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

/** Longest range and longest line of a snippet. */
const MAX_LINES = 400
const MAX_LINE = 1000

/** The named lines that exist; a reversed range and one past the end give none. */
export function rangeHit(
  path: string,
  lines: readonly string[],
  named: { readonly start: number; readonly end: number },
): { readonly hits: readonly Hit[]; readonly reason: string | null } {
  const start = Math.max(1, named.start)
  if (named.end < named.start) {
    return { hits: [], reason: `the range ${named.start}-${named.end} is reversed` }
  }
  if (start > lines.length) {
    return { hits: [], reason: `line ${start} is past the end; the file has ${countOf(lines.length)}` }
  }
  const end = Math.min(Math.max(1, named.end), lines.length, start + MAX_LINES - 1)
  const is_cut = end < named.end && end < lines.length
  return {
    hits: [hit(path, lines, start, end)],
    reason: is_cut ? `only ${MAX_LINES} lines of the range were taken` : null,
  }
}

/** One hit a line that contains any of the lower-case keywords, ignoring case. */
export function keywordHits(
  path: string,
  lines: readonly string[],
  keywords: readonly string[],
  most: number,
): readonly Hit[] {
  const hits: Hit[] = []
  for (const [index, line] of lines.entries()) {
    if (hits.length >= most) break
    const folded = line.toLowerCase()
    if (keywords.some((word) => folded.includes(word))) hits.push(lineHit(path, lines, index + 1))
  }
  return hits
}

export function lineHit(path: string, lines: readonly string[], line: number): Hit {
  return hit(path, lines, line, line)
}

function hit(path: string, lines: readonly string[], line_start: number, line_end: number): Hit {
  const shown = lines.slice(line_start - 1, line_end).map((line) => cutCodePoints(line, MAX_LINE))
  return { path, line_start, line_end, snippet: shown.join("\n") }
}

function countOf(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`
}

export interface CandidatePath {
  /** Relative to the repository's root, without "." and "..". */
  readonly path: string
  /** The lines of `path:start` or `path:start-end` as written: they may be reversed or past the end. */
  readonly lines: { readonly start: number; readonly end: number } | null
}

/** Reads `path`, `path:start` or `path:start-end`. Absolute paths and ".." are a problem in words for a model. */
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
