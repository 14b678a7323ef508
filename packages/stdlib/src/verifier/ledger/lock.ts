import { readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { lockFile, type LockHolder } from "@proofloop/runtime"
import { LedgerError } from "./error.ts"

const LONGEST_WAIT_MS = 30
const LOOKS_PER_CLAIM = 16

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
    const is_last = performance.now() >= until
    // Two claims at once are both withdrawn, so who waits looks before laying one; now and then one is laid all the same,
    // because that is what clears away those of processes that are gone.
    if (is_last || attempt % LOOKS_PER_CLAIM === 0 || !(await isClaimed(file))) {
      const lock = await lockFile(file)
      if ("release" in lock) return lock
      if (is_last) throw busy(file, lock.holder)
    }
    // Of random length, so that of many who wait one comes first.
    await wait(Math.random() * LONGEST_WAIT_MS)
  }
}

async function isClaimed(file: string): Promise<boolean> {
  const prefix = `${basename(file)}.lock-`
  return (await readdir(dirname(file))).some((name) => name.startsWith(prefix))
}

function busy(file: string, { pid, host, claim }: LockHolder): LedgerError {
  const holder = `process ${pid} on ${host}`
  return new LedgerError(
    "ledger_busy",
    `${file} is in use by ${holder}. If that process is gone, delete ${claim}`,
  )
}
