import { lstat, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { nothingThere } from "@proofloop/foundation/errors"
import { type LogReader, makeFolder, openAppendLog, readLog, realPlace } from "@proofloop/foundation/files"
import { type LockHolder, withLock } from "@proofloop/foundation/process"
import { LedgerError } from "./error.ts"

const MAX_LEDGER_BYTES = 64 * 2 ** 20

/**
 * One name for a ledger's file, however its folder is reached, because the file itself is locked. null: its folder
 * does not exist. Rejects for a symbolic link and for anything but a file.
 */
export async function findLedgerFile(path: string): Promise<string | null> {
  const file = await realPlace(path).catch(nothingThere)
  const stats = file === null ? null : await lstat(file).catch(nothingThere)
  if (stats !== null && !stats.isFile()) {
    const got = stats.isSymbolicLink() ? "a symbolic link, which could lead anywhere" : "something else"
    throw new LedgerError("verdict_ledger_invalid", `${file}: expected a file, got ${got}`)
  }
  return file
}

/** The name of a ledger before it is written; makes its folder. */
export async function placeLedgerFile(path: string): Promise<string> {
  await makeFolder(dirname(path))
  const file = await findLedgerFile(path)
  if (file === null) throw new Error(`${dirname(path)} was removed while it was being written to`)
  return file
}

/** The bytes of a ledger; null: there is none. */
export async function readLedgerFile(file: string): Promise<Buffer | null> {
  return readLog(file, (reader) => bytesOf(reader, file))
}

/**
 * Reads a ledger's file, made for its owner alone if missing. Then writes what `next` makes of its bytes behind the
 * first `keep` of them: one write, on the disk when this resolves. After a failure the file is as it was, as far as
 * the system allows. The caller has the lock.
 */
export async function extendLedgerFile(
  file: string,
  next: (bytes: Buffer, is_new: boolean) => { readonly keep: number; readonly text: string },
): Promise<void> {
  const log = await openAppendLog(file, { durability: "fsync" })
  try {
    const { keep, text } = next(await bytesOf(log, file), log.is_new)
    if (keep + Buffer.byteLength(text) > MAX_LEDGER_BYTES) {
      const message = `${file}: it would have more than 64 MiB; begin a new one`
      throw new LedgerError("verdict_ledger_invalid", message)
    }
    if (keep < log.size) await log.cut(keep)
    await log.append(text)
  } catch (error) {
    if (log.is_new) await rm(file, { force: true })
    throw error
  } finally {
    await log.close()
  }
}

async function bytesOf(reader: LogReader, file: string): Promise<Buffer> {
  if (reader.size <= MAX_LEDGER_BYTES) return reader.bytes()
  throw new LedgerError(
    "verdict_ledger_invalid",
    `${file}: expected at most 64 MiB, got ${reader.size} bytes`,
  )
}

/**
 * Does something while this process alone has the file's lock, waiting for it at most `wait_ms`. Rejects with LedgerError
 * `ledger_busy` naming the holder.
 */
export async function withLedgerLock<T>(file: string, wait_ms: number, work: () => Promise<T>): Promise<T> {
  const busy = ({ pid, host, claim }: LockHolder) => {
    const holder = `process ${pid} on ${host}`
    const message = `${file} is in use by ${holder}. If that process is gone, delete ${claim}`
    return new LedgerError("ledger_busy", message)
  }
  return withLock(file, { wait_ms, busy }, work)
}
