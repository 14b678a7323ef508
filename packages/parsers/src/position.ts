export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
}

export const FIRST_POSITION: Position = { line: 1, column: 1 }

/** Line and column of an offset; a line ends with LF, CRLF or CR. An offset beyond the end is the end. */
export function positionAt(text: string, offset: number): Position {
  const end = Math.min(Math.max(offset, 0), text.length)
  let line = 1
  let start = 0
  for (let index = 0; index < end; index += 1) {
    const char = text.charCodeAt(index)
    if (char !== LF && (char !== CR || text.charCodeAt(index + 1) === LF)) continue
    line += 1
    start = index + 1
  }
  return { line, column: end - start + 1 }
}

const LF = 10
const CR = 13
