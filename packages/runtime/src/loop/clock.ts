import type { Clock } from "@proofloop/foundation/process"

/** A host's clock as a run can use it: never throws and never runs back; when the host's clock fails, it stands still. */
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
