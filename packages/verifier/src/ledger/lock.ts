import { waitForLock } from "@proofloop/foundation/process"
import { LedgerError } from "./error.ts"

/**
 * Does something while this process alone has the file's lock, waiting for it at most `wait_ms`. Rejects with LedgerError
 * `ledger_busy` naming the holder.
 */
export async function withLedgerLock<T>(file: string, wait_ms: number, work: () => Promise<T>): Promise<T> {
  const lock = await waitForLock(file, wait_ms)
  if ("holder" in lock) {
    const { pid, host, claim } = lock.holder
    const holder = `process ${pid} on ${host}`
    throw new LedgerError(
      "ledger_busy",
      `${file} is in use by ${holder}. If that process is gone, delete ${claim}`,
    )
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
