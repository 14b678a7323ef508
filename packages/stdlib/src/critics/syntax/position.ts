/** Line and column of an offset, both from 1; a line ends with LF, CRLF or CR. An offset beyond the end is the end. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
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
