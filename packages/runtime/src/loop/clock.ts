import { setTimeout as wait } from "node:timers/promises"
import type { Clock } from "../protocol/clock.ts"

/** Longest wait a Node timer can do, in milliseconds; a longer one fires at once. */
const longest_timer_ms = 2 ** 31 - 1

/** The machine's own time. `now` is monotonic; `sleep` leaves no timer behind when it is aborted. */
export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  async sleep(ms, signal) {
    signal?.throwIfAborted()
    for (let left = ms; left > 0; left -= longest_timer_ms) {
      await pause(Math.min(left, longest_timer_ms), signal)
    }
  },
}

/** A host's clock as a run can use it: it never throws, never runs back, and stands still while it tells no time. */
export function guardedClock(clock: Clock): Clock {
  let last: number | null = null
  return {
    now() {
      try {
        const now = clock.now()
        if (Number.isFinite(now) && now > (last ?? now - 1)) last = now
      } catch {
        return last ?? 0
      }
      return last ?? 0
    },
    sleep: async (ms, signal) => clock.sleep(ms, signal),
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
