import type { Clock } from "@proofloop/foundation/process"

export interface VirtualClock extends Clock {
  /** Moves time on by `ms` milliseconds at once and wakes the sleepers that are due, the earliest first. */
  advance(ms: number): void
}

export interface VirtualClockOptions {
  /** Milliseconds since the Unix epoch. Default 0. */
  readonly start_ms?: number | undefined
  /** Whether a sleep moves time on by itself. Default true; with false only `advance` does. */
  readonly auto_advance?: boolean | undefined
}

/**
 * A clock without real waits: once all pending work has had a turn of the event loop, time jumps to the earliest
 * sleeper. Sleeps that overlap end in the order of their deadlines.
 */
export function virtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const auto_advance = options.auto_advance ?? true
  const sleepers: Sleeper[] = []
  let now_ms = options.start_ms ?? 0
  let scheduled = false

  function schedule(): void {
    if (!auto_advance || scheduled || sleepers.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const next = sleepers.shift()
      if (next) wake(next)
      schedule()
    })
  }

  function wake(sleeper: Sleeper): void {
    now_ms = Math.max(now_ms, sleeper.deadline_ms)
    sleeper.wake()
  }

  function add(sleeper: Sleeper): void {
    const later = sleepers.findIndex((other) => other.deadline_ms > sleeper.deadline_ms)
    sleepers.splice(later < 0 ? sleepers.length : later, 0, sleeper)
    schedule()
  }

  function remove(sleeper: Sleeper): void {
    const at = sleepers.indexOf(sleeper)
    if (at >= 0) sleepers.splice(at, 1)
  }

  return {
    now: () => now_ms,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      if (!(ms > 0)) return
      await new Promise<void>((resolve, reject) => {
        const onAbort = (): void => {
          remove(sleeper)
          reject(signal?.reason)
        }
        const sleeper: Sleeper = {
          deadline_ms: now_ms + ms,
          wake() {
            signal?.removeEventListener("abort", onAbort)
            resolve()
          },
        }
        signal?.addEventListener("abort", onAbort, { once: true })
        add(sleeper)
      })
    },
    advance(ms) {
      const end_ms = now_ms + Math.max(0, ms)
      for (let next = sleepers[0]; next && next.deadline_ms <= end_ms; next = sleepers[0]) {
        sleepers.shift()
        wake(next)
      }
      now_ms = end_ms
    },
  }
}

interface Sleeper {
  readonly deadline_ms: number
  wake(): void
}
