import { systemClock } from "@proofloop/foundation/process"

/** A turn that is about to begin is not seen yet, so an interruption is repeated. */
const AGAIN_MS = 500

/** Settles as `work` does. Until then it interrupts what stands in the way, once at least. */
export async function insist<Result>(
  work: Promise<Result>,
  interrupt: () => void | Promise<void>,
): Promise<Result> {
  const done = new AbortController()
  const settled = work.finally(() => done.abort())
  settled.catch(() => undefined)
  do {
    await interrupt()
    await systemClock.sleep(AGAIN_MS, done.signal).catch(() => undefined)
  } while (!done.signal.aborted)
  return settled
}
