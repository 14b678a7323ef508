import { realpath } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { type AppendLog, makeFolder, openAppendLog, realPlace } from "@proofloop/foundation/files"
import { lockFile } from "@proofloop/foundation/process"
import { JournalError } from "../../errors/journal_error.ts"

/** Where the records of one run are kept. A host may bring its own: a database, a queue. */
export interface JournalStore {
  /** Its name in messages: a file's path, for instance. */
  readonly name: string
  /** Whole lines, oldest first, without line breaks. Called once, before the first append. */
  read(): Promise<readonly string[]>
  /** Settles when the line is kept. Calls come one at a time; after a failed one there are no more. */
  append(line: string): Promise<void>
  /** Called once, when the run is over. */
  close(): Promise<void>
}

export interface JournalFile {
  /** Its folder is made. The file has mode 0600: it holds what the model and the tools said. */
  readonly file: string
  /**
   * `write` (default): a record reaches the system before the run goes on, so it survives the process. `fsync`: it
   * reaches the disk, so it survives a crash of the machine.
   */
  readonly durability?: "write" | "fsync" | undefined
}

/**
 * Opens a journal file for one run, and removes a last line that a crash cut off. Rejects with JournalError
 * `journal_locked` naming the holder, and as the file system does. An append rejects with JournalError `journal_lost`
 * when somebody else damaged the file.
 * @requirement journal.lost
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
  let log: AppendLog
  try {
    log = await openAppendLog(file, { durability })
  } catch (error) {
    await lock.release()
    throw error
  }
  return {
    name: file,
    async read() {
      const lines: string[] = []
      let whole = 0
      const torn = await log.visit((line, end) => {
        lines.push(line.toString())
        whole = end
      })
      if (torn.length > 0) await log.cut(whole)
      return lines
    },
    async append(line) {
      if (log.isWhole()) return log.append(`${line}\n`)
      throw new JournalError(
        "lost",
        `${file} was cut, continued, replaced or deleted by somebody else during the run`,
      )
    },
    async close() {
      await log.close()
      await lock.release()
    },
  }
}

/** One name for one file, whatever path led to it, because the file itself is locked. Makes the folder. */
async function realFile(name: string): Promise<string> {
  await makeFolder(dirname(name))
  return realpath(name).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return realPlace(name)
    throw error
  })
}
