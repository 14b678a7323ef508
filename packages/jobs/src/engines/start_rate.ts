import { systemClock } from "@proofloop/foundation/process"

const MINUTE_MS = 60_000

/** Waits until one more turn may begin in a repository. Rejects with the signal's reason. */
export function startRate(
  starts_a_minute: number | undefined,
  now: () => number,
): (repository: string, signal: AbortSignal) => Promise<void> {
  const begun = new Map<string, readonly number[]>()
  return async (repository, signal) => {
    if (starts_a_minute === undefined) return
    for (;;) {
      const latest = (begun.get(repository) ?? []).filter((at) => at > now() - MINUTE_MS)
      const [first = 0] = latest.slice(-starts_a_minute)
      if (latest.length < starts_a_minute) {
        begun.set(repository, [...latest, now()])
        return
      }
      await systemClock.sleep(first + MINUTE_MS - now(), signal)
    }
  }
}
