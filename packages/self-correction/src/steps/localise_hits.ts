import { cutCodePoints } from "@proofloop/foundation/text"
import type { Hit } from "../feedback/feedback.ts"

/** Longest range and longest line of a snippet. */
const MAX_LINES = 400
const MAX_LINE = 1000

/** The lines that are named, as far as the file has them: a reversed range and one past the end have none. */
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

/** One hit a line in which any of the lower-case keywords occurs, in any case. */
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
