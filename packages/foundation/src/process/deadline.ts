import { systemClock } from "./clock.ts"
import { raceAbort } from "./race_abort.ts"

export interface DeadlineOptions {
  /** Milliseconds, however many; undefined: no time, the signals alone. */
  readonly time_ms: number | undefined
  readonly signals?: ReadonlyArray<AbortSignal | undefined>
  /** What the signal is aborted with when the time is over. Default: a `TimeoutError`. */
  readonly late?: () => Error
  /** Default: the system's clock. A rejection counts as a time that is never over. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

export interface Deadline {
  /** Aborted with the first of the signals, or when the time is over. */
  readonly signal: AbortSignal
  /** Whether it was the time that came first. */
  isOver(): boolean
  /** Stops the clock and lets go of the signals; nothing aborts any more. */
  release(): void
}

export function createDeadline({
  time_ms,
  signals = [],
  late = timeoutError,
  sleep = (ms, signal) => systemClock.sleep(ms, signal),
}: DeadlineOptions): Deadline {
  // Not AbortSignal.any: it keeps dependants of a long-lived signal alive (https://github.com/nodejs/node/issues/54614).
  const controller = new AbortController()
  const released = new AbortController()
  let is_over = false
  const end = (): void => {
    if (released.signal.aborted || controller.signal.aborted) return
    is_over = true
    controller.abort(late())
  }
  for (const signal of signals) {
    const stop = (): void => controller.abort(signal?.reason)
    if (signal?.aborted) stop()
    signal?.addEventListener("abort", stop, { once: true, signal: released.signal })
  }
  if (time_ms !== undefined) sleep(time_ms, released.signal).then(end, () => {})
  return {
    signal: controller.signal,
    isOver: () => is_over,
    release: () => released.abort(),
  }
}

/** Runs `work` until the deadline, and settles then with its reason. An aborted signal does not start it. */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => PromiseLike<T> | T,
): Promise<T> {
  const deadline = createDeadline(options)
  try {
    return await raceAbort(() => work(deadline.signal), deadline.signal)
  } finally {
    deadline.release()
  }
}

function timeoutError(): Error {
  return new DOMException("The operation was aborted due to timeout", "TimeoutError")
}
