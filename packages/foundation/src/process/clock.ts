import { setTimeout as wait } from "node:timers/promises"

/** Where time comes from, so that a run can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch; never goes back. */
  now(): number
  /**
   * Resolves `ms` milliseconds later (0, negative or NaN: at once); rejects with the signal's reason when it aborts
   * first. Use it only to wait (a back-off, a delay): a virtual clock does not wait for real work.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Longest wait a Node timer can do, in milliseconds; a longer one fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's own time. `now` is monotonic; `sleep` leaves no timer behind when it is aborted. */
export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  async sleep(ms, signal) {
    signal?.throwIfAborted()
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      await pause(Math.min(left, LONGEST_TIMER_MS), signal)
    }
  },
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
