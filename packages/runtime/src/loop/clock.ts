import type { Clock } from "@proofloop/foundation/process"

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
