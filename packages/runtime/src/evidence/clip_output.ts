import { failingLines } from "./failing_line.ts"

const MAX_CHARACTERS = 256 * 1024
const HEAD = 64 * 1024
const TAIL = 128 * 1024
const MIDDLE = 60 * 1024
const MAX_MIDDLE_LINE = 2000

export interface ClippedOutput {
  readonly text: string
  readonly clipped: boolean
}

/**
 * At most 256 KB of a text: all of it if it fits, else its head, its tail and the failing lines between them. One
 * linear scan without regular expressions, so a log of 100 MB stays cheap.
 */
export function clipOutput(text: string): ClippedOutput {
  if (text.length <= MAX_CHARACTERS) return { text, clipped: false }
  const headEnd = lineEndBefore(text, HEAD)
  const tailStart = lineStartAfter(text, text.length - TAIL)
  const middle: string[] = []
  let size = 0
  for (const [start, end] of failingLines(text, headEnd, tailStart)) {
    const line = text.slice(start, Math.min(end, start + MAX_MIDDLE_LINE))
    size += line.length + 1
    if (size > MIDDLE) break
    middle.push(line)
  }
  return { text: [text.slice(0, headEnd), ...middle, text.slice(tailStart)].join("\n"), clipped: true }
}

function lineEndBefore(text: string, position: number): number {
  const newline = text.lastIndexOf("\n", position)
  return newline > position / 2 ? newline : position
}

function lineStartAfter(text: string, position: number): number {
  const newline = text.indexOf("\n", position)
  return newline !== -1 && newline < position + TAIL / 2 ? newline + 1 : position
}
