import { constants } from "node:fs"
import { type FileHandle, lstat, mkdir, open, realpath, rm } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { syncFolder } from "@proofloop/foundation/files"
import { LedgerError } from "./error.ts"

const MAX_LEDGER_BYTES = 64 * 2 ** 20

/**
 * One name for a ledger's file, however its folder is reached: what is locked is the file. null: its folder does not exist.
 * Rejects for a ledger that is a symbolic link or no file.
 */
export async function findLedgerFile(path: string): Promise<string | null> {
  const given = resolve(path)
  const folder = await realpath(dirname(given)).catch(nothingThere)
  if (folder === null) return null
  const file = join(folder, basename(given))
  const stats = await lstat(file).catch(nothingThere)
  if (stats !== null && !stats.isFile()) {
    const got = stats.isSymbolicLink() ? "a symbolic link, which could lead anywhere" : "something else"
    throw new LedgerError("verdict_ledger_invalid", `${file}: expected a file, got ${got}`)
  }
  return file
}

function nothingThere(error: unknown): null {
  if (errorCode(error) === "ENOENT") return null
  throw error
}

/** The name of a ledger that is about to be written; its folder is made. */
export async function placeLedgerFile(path: string): Promise<string> {
  await makeFolder(dirname(resolve(path)))
  const file = await findLedgerFile(path)
  if (file === null) throw new Error(`${dirname(resolve(path))} was removed while it was being written to`)
  return file
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let at = folder; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at))
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants

/** The bytes of a ledger; null: there is none. */
export async function readLedgerFile(file: string): Promise<Buffer | null> {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(nothingThere)
  if (handle === null) return null
  try {
    return await readAll(handle, file)
  } finally {
    await handle.close()
  }
}

/**
 * Reads a ledger's file, made for its owner alone if it is not there, and writes what `next` makes of its bytes behind the
 * first `keep` of them: one write, on the disk when this resolves. Whatever goes wrong, the file is as it was, as far as the
 * system allows. The caller has the lock.
 */
export async function extendLedgerFile(
  file: string,
  next: (bytes: Buffer, is_new: boolean) => { readonly keep: number; readonly text: string },
): Promise<void> {
  const { handle, is_new } = await openOrCreate(file)
  try {
    // A file that was there keeps its mode when it is opened.
    await handle.chmod(0o600)
    const bytes = await readAll(handle, file)
    const { keep, text } = next(bytes, is_new)
    const added = Buffer.from(text)
    if (keep + added.length > MAX_LEDGER_BYTES)
      throw new LedgerError(
        "verdict_ledger_invalid",
        `${file}: it would have more than 64 MiB; begin a new one`,
      )
    if (keep < bytes.length) await handle.truncate(keep)
    await writeOnce(handle, added, keep, file)
    if (is_new) await syncFolder(dirname(file))
  } catch (error) {
    if (is_new) await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function openOrCreate(
  file: string,
): Promise<{ readonly handle: FileHandle; readonly is_new: boolean }> {
  const there = await open(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK).catch(nothingThere)
  if (there !== null) return { handle: there, is_new: false }
  return { handle: await open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), is_new: true }
}

async function readAll(handle: FileHandle, file: string): Promise<Buffer> {
  const { size } = await handle.stat()
  if (size > MAX_LEDGER_BYTES)
    throw new LedgerError("verdict_ledger_invalid", `${file}: expected at most 64 MiB, got ${size} bytes`)
  const bytes = Buffer.alloc(size)
  let read = 0
  while (read < size) {
    const { bytesRead } = await handle.read(bytes, read, size - read, read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

async function writeOnce(handle: FileHandle, bytes: Buffer, at: number, file: string): Promise<void> {
  try {
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, at)
    if (bytesWritten < bytes.length)
      throw new Error(`${file}: only ${bytesWritten} of ${bytes.length} bytes could be written`)
    await handle.sync()
  } catch (error) {
    // The write was not acknowledged, so it is taken back.
    await handle.truncate(at).catch(() => undefined)
    throw error
  }
}
