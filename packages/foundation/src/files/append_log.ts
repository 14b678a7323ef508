import { constants, statSync, writeSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { nothingThere } from "../errors/error_code.ts"
import { makeFolder, syncFolder } from "./folder.ts"
import { type BackwardLimits, visitLines, visitLinesBackwards } from "./log_lines.ts"
import { syncHandleData } from "./sync_handle.ts"
import { writeWholeFile } from "./whole_file.ts"

export interface LogReader {
  /** Identifies the file, so that another one at its path is noticed. */
  readonly id: string
  /** In bytes, when it was opened. */
  readonly size: number
  /** At most that many bytes, fewer at the end. */
  bytes(): Promise<Buffer>
  endsWithLine(): Promise<boolean>
  /** See `visitLines`. */
  visit(visit: (line: Buffer, end: number) => void, start?: number): Promise<Buffer>
  /** See `visitLinesBackwards`. */
  visitBackwards(limits: BackwardLimits, visit: (line: string) => boolean): Promise<void>
}

export interface AppendLogOptions {
  /** `write` (default): appended bytes survive the process. `fsync`: they reach the disk and survive a crash of the machine. */
  readonly durability?: "write" | "fsync" | undefined
  /** `one` (default): the caller has a lock; the remains of a failed append go. `many`: each append goes to the present end. */
  readonly writers?: "one" | "many" | undefined
  /** What a new file begins with. Default nothing. */
  readonly header?: string | undefined
  /** Accepts the path a person named as it is: a link, a pipe, a file that others may read. Default false. */
  readonly as_named?: boolean | undefined
}

export interface AppendLog extends LogReader {
  readonly is_new: boolean
  /** One write. Rejects when not all of it could be written. */
  append(text: string): Promise<void>
  /** Whether its path still leads to this file, with the length it had and what was appended. For one writer alone. */
  isWhole(): boolean
  /** Removes everything behind the first `bytes`; the next append follows there. For one writer alone. */
  cut(bytes: number): Promise<void>
  /** Closes the file; what was appended stays. */
  close(): Promise<void>
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants
/** Refuses a link, and does not block on a pipe. Windows has neither flag. */
const AS_FILE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file for reading and appending, for its owner alone; makes it and its folder on demand. Rejects as the file
 * system does, and for a symbolic link or anything but a regular file.
 */
export async function openAppendLog(path: string, options: AppendLogOptions = {}): Promise<AppendLog> {
  const { durability = "write", writers = "one", as_named = false } = options
  const { handle, is_new } = await openOrCreate(path, options)
  try {
    // An existing file keeps its mode.
    if (!as_named) await handle.chmod(0o600)
    if (is_new && durability === "fsync") await syncFolder(dirname(path))
    const reader = await readerOf(handle, path, as_named)
    let end = reader.size
    const { dev, ino } = await handle.stat()
    return {
      ...reader,
      is_new,
      async append(text) {
        const bytes = Buffer.from(text)
        try {
          // Synchronous: the system only copies the bytes, and two changes of thread cost far more.
          const written = writeSync(handle.fd, bytes, 0, bytes.length, writers === "one" ? end : null)
          if (written < bytes.length)
            throw new Error(`${path}: only ${written} of ${bytes.length} bytes written`)
          if (durability === "fsync") await syncHandleData(handle)
        } catch (error) {
          if (writers === "one") await handle.truncate(end).catch(() => undefined)
          // The system knows the open file by its number alone.
          throw error instanceof Error ? Object.assign(error, { path }) : error
        }
        end += bytes.length
      },
      isWhole() {
        // By path, and synchronous: a few microseconds, where the thread pool takes longer than the write itself.
        const found = statSync(path, { throwIfNoEntry: false })
        return found?.ino === ino && found.dev === dev && found.size === end
      },
      async cut(bytes) {
        await handle.truncate(bytes)
        end = bytes
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a file without changing it; null without a file. Rejects like `openAppendLog`. */
export async function readLog<Result>(
  path: string,
  read: (reader: LogReader) => Promise<Result>,
): Promise<Result | null> {
  const handle = await open(path, O_RDONLY | AS_FILE).catch(nothingThere)
  if (handle === null) return null
  try {
    return await read(await readerOf(handle, path, false))
  } finally {
    await handle.close()
  }
}

async function readerOf(handle: FileHandle, path: string, as_named: boolean): Promise<LogReader> {
  const stats = await handle.stat()
  if (!as_named && !stats.isFile()) throw new Error(`${path}: expected a file`)
  const { size } = stats
  return {
    id: `${stats.dev}:${stats.ino}`,
    size,
    async bytes() {
      const buffer = Buffer.alloc(size)
      let length = 0
      while (length < size) {
        const { bytesRead } = await handle.read(buffer, length, size - length, length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return buffer.subarray(0, length)
    },
    async endsWithLine() {
      if (size === 0) return true
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
      return buffer[0] === 10
    },
    visit: (visit, start) => visitLines(handle, visit, start),
    visitBackwards: (limits, visit) => visitLinesBackwards(handle, limits, visit),
  }
}

async function openOrCreate(
  path: string,
  { writers, header, as_named = false }: AppendLogOptions,
): Promise<{ readonly handle: FileHandle; readonly is_new: boolean }> {
  const flags = O_RDWR | (writers === "many" ? O_APPEND : 0) | (as_named ? 0 : AS_FILE)
  const there = await open(path, flags).catch(nothingThere)
  if (there !== null) return { handle: there, is_new: false }
  await makeFolder(dirname(path))
  if (header === undefined) {
    const create = O_CREAT | (writers === "many" ? 0 : O_EXCL)
    return { handle: await open(path, flags | create, 0o600), is_new: true }
  }
  // Complete with its header, even when another process makes it at the same time.
  const is_new = await writeWholeFile(path, header, { once: true })
  return { handle: await open(path, flags), is_new }
}
