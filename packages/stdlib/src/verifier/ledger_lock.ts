import { setTimeout as wait } from "node:timers/promises"
import { lockFile } from "@proofloop/runtime"
import { LedgerError } from "./ledger_error.ts"

const SHORTEST_WAIT_MS = 2
const LONGEST_WAIT_MS = 60

/**
 * Does something while this process alone has the file's lock, waiting for it at most `wait_ms`. Rejects with LedgerError
 * `ledger_busy` naming the holder.
 */
export async function withLedgerLock<T>(file: string, wait_ms: number, work: () => Promise<T>): Promise<T> {
  const { release } = await takeLock(file, wait_ms)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function takeLock(file: string, wait_ms: number): Promise<{ readonly release: () => Promise<void> }> {
  const until = performance.now() + wait_ms
  for (let attempt = 0; ; attempt += 1) {
    const lock = await lockFile(file)
    if ("release" in lock) return lock
    if (performance.now() >= until) {
      const { pid, host, claim } = lock.holder
      const holder = `process ${pid} on ${host}`
      throw new LedgerError(
        "ledger_busy",
        `${file} is in use by ${holder}. If that process is gone, delete ${claim}`,
      )
    }
    // Of random length, so that of many who wait one comes first.
    const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** Math.min(attempt, 8))
    await wait(SHORTEST_WAIT_MS + Math.random() * longest)
  }
}
