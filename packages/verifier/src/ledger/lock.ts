import { type LockHolder, withLock } from "@proofloop/foundation/process"
import { LedgerError } from "./error.ts"

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
