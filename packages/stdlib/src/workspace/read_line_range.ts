import type { FileHandle } from "node:fs/promises"

export interface LineRange {
  /** The lines with their ends, at most `max_bytes`, cut at a line end if there is one. */
  readonly bytes: Buffer
  /** The first line after `bytes`, null at the end of the file or when a line was cut. */
  readonly next_line: number | null
  /** The line that alone has more than `max_bytes` and was cut, else null. */
  readonly cut_line: number | null
  /** Lines begun up to where reading stopped. */
  readonly lines_seen: number
}

const CHUNK_BYTES = 64 * 1024
const NEWLINE = 10

/** Reads lines `first` to `last` (1-based, included) piece by piece, so that the size of the file does not matter. */
export async function readLineRange(
  handle: FileHandle,
  range: { readonly first: number; readonly last?: number | undefined; readonly max_bytes: number },
): Promise<LineRange> {
  const last = range.last ?? Number.POSITIVE_INFINITY
  const kept: Buffer[] = []
  let kept_bytes = 0
  let line = 1
  let line_is_empty = true
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES)
    if (bytesRead === 0) break
    for (let start = 0; start < bytesRead;) {
      if (line > last)
        return { bytes: Buffer.concat(kept), next_line: line, cut_line: null, lines_seen: line }
      const line_end = buffer.subarray(0, bytesRead).indexOf(NEWLINE, start)
      const end = line_end < 0 ? bytesRead : line_end + 1
      if (line >= range.first) {
        kept.push(buffer.subarray(start, end))
        kept_bytes += end - start
        if (kept_bytes > range.max_bytes) return cutAtLine(Buffer.concat(kept), range, line)
      }
      line_is_empty = line_end >= 0
      if (line_end >= 0) line++
      start = end
    }
  }
  return {
    bytes: Buffer.concat(kept),
    next_line: null,
    cut_line: null,
    lines_seen: line_is_empty ? line - 1 : line,
  }
}

function cutAtLine(bytes: Buffer, range: { readonly max_bytes: number }, line: number): LineRange {
  const cut = bytes.lastIndexOf(NEWLINE, range.max_bytes - 1) + 1
  if (cut > 0) return { bytes: bytes.subarray(0, cut), next_line: line, cut_line: null, lines_seen: line }
  return { bytes: endAtCharacter(bytes, range.max_bytes), next_line: null, cut_line: line, lines_seen: line }
}

function endAtCharacter(bytes: Buffer, length: number): Buffer {
  let end = length
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
