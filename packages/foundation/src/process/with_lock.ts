import { readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { claimPrefix, type Lock, lockFile, type LockHolder } from "./lock_file.ts"

export interface WithLockOptions {
  /** Milliseconds to wait at most. */
  readonly wait_ms: number
  /** Ends the wait when it is aborted; the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** The rejection when the wait was in vain. */
  readonly busy: (holder: LockHolder) => Error
}

/**
 * Does something while it alone holds the lock of a file. The file need not exist, but its folder must. Rejects with
 * `busy`, with the signal's reason while it waits, and as the file system does.
 */
export async function withLock<Result>(
  file: string,
  options: WithLockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await waitForLock(file, options)
  if ("holder" in lock) throw options.busy(lock.holder)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

const LONGEST_PAUSE_MS = 30
const LOOKS_PER_CLAIM = 16

async function waitForLock(file: string, { wait_ms, signal }: WithLockOptions): Promise<Lock> {
  const until = performance.now() + wait_ms
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const is_last = performance.now() >= until
    // Two claims at once are both withdrawn, so a waiter looks before it lays one. From time to time it lays one
    // anyway, which removes those of dead processes.
    if (is_last || attempt % LOOKS_PER_CLAIM === 0 || !(await isClaimed(file))) {
      const lock = await lockFile(file)
      if ("release" in lock || is_last) return lock
    }
    // Of random length, so that one of many waiters comes first.
    await wait(Math.random() * LONGEST_PAUSE_MS)
  }
}

async function isClaimed(file: string): Promise<boolean> {
  const prefix = claimPrefix(basename(file))
  return (await readdir(dirname(file))).some((name) => name.startsWith(prefix))
}
