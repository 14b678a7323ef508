import { writeSync } from "node:fs"
import { type FileHandle, mkdir, open, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { lockFile } from "@proofloop/foundation/process"
import { JournalError } from "../../errors/journal_error.ts"

/** Where the records of one run are kept. A host may bring its own: a database, a queue. */
export interface JournalStore {
  /** What messages call it: a file's path, say. */
  readonly name: string
  /** Whole lines, oldest first, without line breaks. Called once, before the first append. */
  read(): Promise<readonly string[]>
  /** Settles when the line is kept. Calls come one at a time; after one has failed no other comes. */
  append(line: string): Promise<void>
  /** Called once, when the run is over. */
  close(): Promise<void>
}

export interface JournalFile {
  /** Its folder is made. The file has mode 0600: it holds what the model and the tools said. */
  readonly file: string
  /**
   * `write` (default): a record is handed to the system before the run goes on, so that it outlives the process.
   * `fsync`: it is on the disk, so that it outlives the machine.
   */
  readonly durability?: "write" | "fsync" | undefined
}

/**
 * Opens a journal file for one run. Rejects with JournalError `journal_locked` naming the holder, and as the file system
 * does. A last line that a crash cut off is removed from the file.
 */
export async function openJournalFile({
  file: name,
  durability = "write",
}: JournalFile): Promise<JournalStore> {
  const file = await realFile(name)
  const lock = await lockFile(file)
  if ("holder" in lock) {
    const { pid, host, claim } = lock.holder
    throw new JournalError(
      "locked",
      `${file} is in use by process ${pid} on ${host}. If that process is gone, delete ${claim}`,
    )
  }
  let handle: FileHandle
  try {
    handle = await openPrivate(file)
    if (durability === "fsync") await syncFolder(dirname(file))
  } catch (error) {
    await lock.release()
    throw error
  }
  let end = 0
  return {
    name: file,
    async read() {
      const { lines, whole, size } = await readLines(handle)
      end = whole
      if (whole < size) await handle.truncate(whole)
      return lines
    },
    async append(line) {
      const bytes = Buffer.from(`${line}\n`)
      // At once, not by the thread pool: the system only copies the bytes, and two changes of thread cost far more.
      const written = writeSync(handle.fd, bytes, 0, bytes.length, end)
      if (written < bytes.length) throw new Error(`${file}: only ${written} of ${bytes.length} bytes written`)
      end += bytes.length
      if (durability === "fsync") await handle.datasync()
    },
    async close() {
      await handle.close()
      await lock.release()
    },
  }
}

/** Opens a file to read and write, made if it is not there, for its owner alone. */
async function openPrivate(file: string): Promise<FileHandle> {
  // Not "a": the end is found by hand, behind the last whole line.
  const handle = await open(file, "r+").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return open(file, "wx+", 0o600)
    throw error
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

/** The lines that are whole, the bytes they take, and the bytes there are. Line by line: a file may be longer than a text. */
async function readLines(
  handle: FileHandle,
): Promise<{ readonly lines: readonly string[]; readonly whole: number; readonly size: number }> {
  const lines: string[] = []
  let rest: Buffer[] = []
  let whole = 0
  let size = 0
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    const bytes = chunk as Buffer
    let from = 0
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      lines.push(Buffer.concat([...rest, bytes.subarray(from, at)]).toString())
      rest = []
      from = at + 1
      whole = size + from
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
    size += bytes.length
  }
  return { lines, whole, size }
}

/** One name for one file, however it was reached: what is locked is the file. Makes the folder. */
async function realFile(name: string): Promise<string> {
  const given = resolve(name)
  await mkdir(dirname(given), { recursive: true })
  return realpath(given).catch(async (error: unknown) => {
    if (errorCode(error) === "ENOENT") return join(await realpath(dirname(given)), basename(given))
    throw error
  })
}

/** The file's entry in its folder must outlive the machine too. Windows cannot open a folder, and needs not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
