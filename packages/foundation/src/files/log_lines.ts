import type { FileHandle } from "node:fs/promises"

/**
 * Gives `visit` each whole line with the offset behind its line break, and resolves to the rest after the last one.
 * `start`: the offset of the first line, default 0. Reads in pieces, because a file may be longer than a string can
 * be.
 */
export async function visitLines(
  handle: FileHandle,
  visit: (line: Buffer, end: number) => void,
  start = 0,
): Promise<Buffer> {
  let rest: Buffer[] = []
  let size = start
  for await (const chunk of handle.createReadStream({ start, autoClose: false })) {
    const bytes = chunk as Buffer
    let from = 0
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      const line = Buffer.concat([...rest, bytes.subarray(from, at)])
      rest = []
      from = at + 1
      visit(line, size + from)
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
    size += bytes.length
  }
  return Buffer.concat(rest)
}

export interface BackwardLimits {
  /** Of the file, from its end. */
  readonly max_bytes: number
  /** A longer line is given as "". */
  readonly max_line_bytes: number
}

const CHUNK_BYTES = 64 * 1024

/** Gives `visit` the lines that are not empty, last to first, until it returns false or `max_bytes` were read. */
export async function visitLinesBackwards(
  handle: FileHandle,
  { max_bytes, max_line_bytes }: BackwardLimits,
  visit: (line: string) => boolean,
): Promise<void> {
  const { size } = await handle.stat()
  let position = size
  let rest: Buffer[] = []
  let rest_bytes = 0
  const keep = (piece: Buffer): void => {
    if (piece.length === 0) return
    rest_bytes += piece.length
    if (rest_bytes <= max_line_bytes) rest.unshift(piece)
    else rest = []
  }
  const give = (): boolean => {
    const line = rest_bytes > max_line_bytes ? "" : Buffer.concat(rest).toString()
    const is_empty = rest_bytes === 0
    rest = []
    rest_bytes = 0
    return is_empty || visit(line)
  }
  while (position > 0 && size - position < max_bytes) {
    const length = Math.min(CHUNK_BYTES, position)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position - length)
    let end = bytesRead
    while (end > 0) {
      const line_break = buffer.lastIndexOf(10, end - 1)
      if (line_break === -1) break
      keep(buffer.subarray(line_break + 1, end))
      if (!give()) return
      end = line_break
    }
    keep(buffer.subarray(0, end))
    position -= length
  }
  if (position === 0) give()
}
