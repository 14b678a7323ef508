import type { FileHandle } from "node:fs/promises"
import {
  RequestError,
  decodeText,
  openRegularFile,
  refuseTooLarge,
  locate,
  type Located,
  type Workspace,
} from "@proofloop/foundation/files"
import { noSuchFile } from "@proofloop/foundation/git"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"

/** What one call shows at most. */
const PAGE_BYTES = 48 * 1024

/** Reads a text file, or a range of its lines, up to 48 KiB. A file beyond `max_file_bytes` is read by ranges only. */
export function readFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "read_file",
    description:
      "Read a text file, or the lines from start_line to end_line of it (both 1-based and included).",
    input: z.strictObject({
      path: z.string().describe("Path relative to the workspace root"),
      start_line: z.int().min(1).optional(),
      end_line: z.int().min(1).optional(),
      numbered: z.boolean().default(false).describe("Put the line number before each line"),
    }),
    annotations: { kind: "read", read_only: true, idempotent: true },
    async run({ path, start_line, end_line, numbered }) {
      const located = await locate(workspace, path, "read")
      if (located.stats === null) throw await noSuchFile(workspace, located.relative)
      const first = start_line ?? 1
      if (end_line !== undefined && end_line < first) {
        throw new RequestError(`end_line ${end_line} is before start_line ${first}`)
      }
      if (start_line === undefined && end_line === undefined)
        refuseTooLarge(located, workspace.max_file_bytes)
      const range = await readRange(workspace, located, first, end_line)
      if (range.bytes.length === 0 && first > Math.max(1, range.lines_seen)) {
        throw new RequestError(`${located.relative} has only ${range.lines_seen} lines`)
      }
      const text = decodeText(range.bytes, located.relative)
      const shown = numbered ? withNumbers(text, first) : text
      const note = describeRest(range)
      return { ok: true, output: note === "" ? shown : `${shown}${/(^|\n)$/.test(shown) ? "" : "\n"}${note}` }
    },
  })
}

async function readRange(workspace: Workspace, located: Located, first: number, last: number | undefined) {
  const handle = await openRegularFile(workspace, located)
  try {
    return await readLineRange(handle, {
      first,
      last,
      max_bytes: Math.min(PAGE_BYTES, workspace.max_file_bytes),
    })
  } finally {
    await handle.close()
  }
}

function withNumbers(text: string, first: number): string {
  const lines = text.split("\n")
  const has_final_end = lines.at(-1) === ""
  if (has_final_end) lines.pop()
  const width = String(first + lines.length - 1).length
  const numbered = lines.map((line, index) => `${String(first + index).padStart(width)}\t${line}`)
  return numbered.join("\n") + (has_final_end ? "\n" : "")
}

function describeRest({ cut_line, next_line }: LineRange): string {
  if (cut_line !== null) return `[line ${cut_line} is cut here, it is longer than ${PAGE_BYTES} bytes]`
  return next_line === null ? "" : `[the file goes on at line ${next_line}]`
}

interface LineRange {
  /** The lines with their ends, at most `max_bytes`, cut at a line end if there is one. */
  readonly bytes: Buffer
  /** The first line after `bytes`, null at the end of the file or when a line was cut. */
  readonly next_line: number | null
  /** The line that exceeds `max_bytes` by itself and was cut, else null. */
  readonly cut_line: number | null
  /** Lines begun up to where reading stopped. */
  readonly lines_seen: number
}

const CHUNK_BYTES = 64 * 1024
const NEWLINE = 10

/** Reads lines `first` to `last` (1-based, included) piece by piece, so a file may have any size. */
async function readLineRange(
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
