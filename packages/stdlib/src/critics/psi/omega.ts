import { posix } from "node:path"
import { countCodePoints } from "@proofloop/foundation/text"
import { fencedBlocks } from "../docs/fences.ts"

/** Ω: the signs of slop in a text, from 0 for none to 1. @requirement critics.psi-lite */
export function omega(path: string, text: string): number {
  const plain = text.replaceAll("\r\n", "\n")
  const isSource = SOURCE_EXTENSIONS.has(posix.extname(path).toLowerCase())
  const sum =
    literalNewlines(plain) + blankRuns(plain) + trailingSpace(plain) + (isSource ? misplaced(plain) : 0)
  return Math.min(1, rounded(sum))
}

/** Without the rounding noise of binary fractions, so that 0.1 six times is 0.6 and a score meets its threshold. */
export function rounded(score: number): number {
  return Math.round(score * 1e9) / 1e9
}

/** 0.1 for each literal `\n` inside fenced code, at most 0.5 a line. */
function literalNewlines(text: string): number {
  return fencedBlocks(text.split("\n"))
    .filter(({ closed }) => closed)
    .flatMap(({ body }) => body)
    .reduce((sum, line) => sum + Math.min(0.5, 0.1 * (line.split("\\n").length - 1)), 0)
}

/** 0.05 for each run of three or more empty lines, at most 0.3. */
function blankRuns(text: string): number {
  let runs = 0
  let newlines = 0
  for (const character of text) {
    newlines = character === "\n" ? newlines + 1 : 0
    if (newlines === 4) runs += 1
  }
  return Math.min(0.3, 0.05 * runs)
}

/** The share of lines that end in spaces, at most 0.2. */
function trailingSpace(text: string): number {
  const lines = text.split("\n").slice(0, -1)
  const trailing = lines.filter((line) => line.endsWith(" ") || line.endsWith("\t")).length
  return Math.min(0.2, trailing / Math.max(1, lines.length))
}

/** A source file that is one fenced block, or has hardly any content. */
function misplaced(text: string): number {
  const trimmed = text.trim()
  const isFenced = trimmed.startsWith("```") && trimmed.endsWith("```")
  return (isFenced ? 0.6 : 0) + (countCodePoints(trimmed) < 5 ? 0.4 : 0)
}

const SOURCE_EXTENSIONS = new Set(
  ".py .rs .go .ts .tsx .js .jsx .mjs .java .kt .rb .php .c .cpp .h .hpp".split(" "),
)
