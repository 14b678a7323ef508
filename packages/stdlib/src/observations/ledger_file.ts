import { randomUUID } from "node:crypto"
import { constants, writeSync } from "node:fs"
import { type FileHandle, link, mkdir, open, unlink } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"

const HEADER = JSON.stringify({ ledger: "proofloop observations", version: 1 })

/**
 * Adds a line, as one write at the end of the file: several processes may do so at once. The line break stands before the
 * line, so that what a crash cut off is never continued by the next one.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const handle = await openToAppend(path)
  try {
    const bytes = Buffer.from(`\n${line}`)
    const written = writeSync(handle.fd, bytes, 0, bytes.length)
    if (written < bytes.length) throw new Error(`${path}: only ${written} of ${bytes.length} bytes written`)
  } finally {
    await handle.close()
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  const handle = await open(path, APPEND).catch(async (error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error
    await createFile(path)
    return open(path, APPEND)
  })
  try {
    // A file that was there keeps its mode when it is opened.
    await handle.chmod(0o600)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

const APPEND = constants.O_WRONLY | constants.O_APPEND

/** Creates the file whole, with its header, also when another process creates it at the same time. */
async function createFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = `${path}.${randomUUID()}`
  const handle = await open(fresh, "wx", 0o600)
  try {
    await handle.writeFile(HEADER)
    await handle.close()
    await link(fresh, path).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error
    })
  } finally {
    await handle.close().catch(() => undefined)
    await unlink(fresh)
  }
}

export interface LinesRead {
  /** Whether the begin of the file was reached. */
  readonly complete: boolean
}

const CHUNK_BYTES = 64 * 1024
/** No record is as long; a longer line is damage. */
const MAX_LINE_BYTES = 1024 * 1024

/**
 * Gives `visit` the lines of a file, last first, empty ones and the header left out, until it returns false or
 * `max_bytes` were read. A line that is too long is given as "". No file has no lines.
 */
export async function visitLinesBackwards(
  path: string,
  max_bytes: number,
  visit: (line: string) => boolean,
): Promise<LinesRead> {
  let handle: FileHandle
  try {
    handle = await open(path, "r")
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { complete: true }
    throw error
  }
  try {
    return await readBackwards(handle, max_bytes, visit)
  } finally {
    await handle.close()
  }
}

async function readBackwards(
  handle: FileHandle,
  max_bytes: number,
  visit: (line: string) => boolean,
): Promise<LinesRead> {
  const { size } = await handle.stat()
  let position = size
  let rest: Buffer[] = []
  let rest_bytes = 0
  const give = (): boolean => {
    const line = rest_bytes > MAX_LINE_BYTES ? "" : Buffer.concat(rest).toString()
    const is_record = rest_bytes > 0 && line !== HEADER
    rest = []
    rest_bytes = 0
    return is_record ? visit(line) : true
  }
  while (position > 0 && size - position < max_bytes) {
    const length = Math.min(CHUNK_BYTES, position)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position - length)
    let end = bytesRead
    while (end > 0) {
      const line_break = buffer.lastIndexOf(10, end - 1)
      if (line_break === -1) break
      keep(buffer.subarray(line_break + 1, end))
      if (!give()) return { complete: false }
      end = line_break
    }
    keep(buffer.subarray(0, end))
    position -= length
  }
  if (position > 0) return { complete: false }
  give()
  return { complete: true }

  function keep(piece: Buffer): void {
    if (piece.length === 0) return
    rest_bytes += piece.length
    if (rest_bytes <= MAX_LINE_BYTES) rest.unshift(piece)
    else rest = []
  }
}
