import type { SessionFile } from "./session_file.ts"

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const BYTE_ORDER_MARK = "\uFEFF"
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Told of bytes that were read for the first time. */
export type OnRead = (bytes: number) => void

/** Part of a file, `end` excluded. */
export interface FileRange {
  readonly file: SessionFile
  readonly start: number
  readonly end: number
}

export interface Line {
  /** From 1. */
  readonly number: number
  /** Null for a line longer than asked for. */
  readonly text: string | null
  readonly range: FileRange
  /** False for a last line without its line end: cut off, or still being written. */
  readonly is_ended: boolean
}

/** The lines of a file of any size. Invalid UTF-8 becomes U+FFFD; a byte order mark is dropped. */
export async function* readLines(
  file: SessionFile,
  longest_bytes: number,
  onRead?: OnRead,
): AsyncGenerator<Line> {
  let kept: Uint8Array[] = []
  let kept_bytes = 0
  let start = 0
  let number = 0

  function keep(bytes: Uint8Array): void {
    kept_bytes += bytes.length
    if (kept_bytes > longest_bytes) kept = []
    else kept.push(bytes)
  }
  function take(is_ended: boolean): Line {
    number += 1
    const text = kept_bytes > longest_bytes ? null : lineText(kept, number)
    const line = { number, text, range: { file, start, end: start + kept_bytes }, is_ended }
    start += kept_bytes + 1
    kept = []
    kept_bytes = 0
    return line
  }

  for await (const chunk of file.read()) {
    onRead?.(chunk.length)
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      yield take(true)
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }
  if (kept_bytes > 0) yield take(false)
}

function lineText(pieces: readonly Uint8Array[], number: number): string {
  const [only, ...others] = pieces
  if (only === undefined) return ""
  const bytes = others.length === 0 ? only : joined(pieces)
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length
  const text = decoder.decode(bytes.subarray(0, end))
  return number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
