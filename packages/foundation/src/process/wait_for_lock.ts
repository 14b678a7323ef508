import { readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { type Lock, lockFile } from "./lock_file.ts"

const LONGEST_WAIT_MS = 30
const LOOKS_PER_CLAIM = 16

/**
 * Waits at most `wait_ms` for the lock of a file, which need not exist, in a folder that does; then resolves to who holds it.
 * Rejects with the signal's reason, and as the file system does.
 */
export async function waitForLock(file: string, wait_ms: number, signal?: AbortSignal): Promise<Lock> {
  const until = performance.now() + wait_ms
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const is_last = performance.now() >= until
    // Two claims at once are both withdrawn, so who waits looks before laying one; now and then one is laid all the same,
    // because that is what clears away those of processes that are gone.
    if (is_last || attempt % LOOKS_PER_CLAIM === 0 || !(await isClaimed(file))) {
      const lock = await lockFile(file)
      if ("release" in lock || is_last) return lock
    }
    // Of random length, so that of many who wait one comes first.
    await wait(Math.random() * LONGEST_WAIT_MS)
  }
}

async function isClaimed(file: string): Promise<boolean> {
  const prefix = `${basename(file)}.lock-`
  return (await readdir(dirname(file))).some((name) => name.startsWith(prefix))
}
