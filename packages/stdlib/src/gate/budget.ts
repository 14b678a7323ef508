import type { Clock } from "@proofloop/runtime"

export interface Budget {
  /** Aborted by any of the signals, or when the time is over. */
  readonly signal: AbortSignal
  /** Whether it was the time that ended it. */
  isOver(): boolean
  /** Stops the clock. */
  release(): void
}

export function createBudget(
  clock: Clock,
  wall_clock_ms: number | undefined,
  signals: ReadonlyArray<AbortSignal | undefined>,
): Budget {
  const time = new AbortController()
  const released = new AbortController()
  let is_over = false
  if (wall_clock_ms !== undefined) {
    clock.sleep(wall_clock_ms, released.signal).then(
      () => {
        is_over = true
        time.abort()
      },
      () => {
        // Released before the time was over.
      },
    )
  }
  const given = signals.filter((signal) => signal !== undefined)
  return {
    signal: AbortSignal.any([time.signal, ...given]),
    isOver: () => is_over,
    release: () => released.abort(),
  }
}

/** The action's result; rejects as soon as the signal aborts, whether or not the action takes notice. */
export async function raceAbort<Result>(action: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let release: () => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener("abort", stop, { once: true })
    release = () => signal.removeEventListener("abort", stop)
  })
  try {
    return await Promise.race([action(), stopped])
  } finally {
    release()
  }
}
