import { raceAbort } from "./race_abort.ts"
import { startTimer } from "./timer.ts"

export interface DeadlineOptions {
  /** Milliseconds, however many; undefined: no time, the signals alone. */
  readonly time_ms: number | undefined
  readonly signals?: ReadonlyArray<AbortSignal | undefined>
  /** What the signal is aborted with when the time is over. Default: a `TimeoutError`. */
  readonly late?: () => Error
  /** Default: a timer of the system. A rejection counts as a time that is never over. */
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
  sleep,
}: DeadlineOptions): Deadline {
  // Not AbortSignal.any: it keeps dependants of a long-lived signal alive (https://github.com/nodejs/node/issues/54614).
  const controller = new AbortController()
  const { signal: own } = controller
  let is_over = false
  let is_released = false
  const end = (): void => {
    if (is_released || own.aborted) return
    is_over = true
    controller.abort(late())
  }
  const stops = signals.map((signal) => (signal === undefined ? nothing : forward(signal, controller)))
  const stopTimer = time_ms === undefined ? nothing : startSleep(time_ms, sleep, end)
  return {
    signal: own,
    isOver: () => is_over,
    release() {
      is_released = true
      for (const stop of stops) stop()
      stopTimer()
    },
  }
}

/** Aborts the controller with the signal, until the function it gives back is called. */
function forward(signal: AbortSignal, controller: AbortController): () => void {
  const stop = (): void => controller.abort(signal.reason)
  if (signal.aborted) {
    stop()
    return nothing
  }
  signal.addEventListener("abort", stop, { once: true })
  return () => signal.removeEventListener("abort", stop)
}

/** Each call of a run has a deadline and nearly all are released: a sleep that is aborted makes two errors with stacks. */
function startSleep(time_ms: number, sleep: DeadlineOptions["sleep"], end: () => void): () => void {
  if (sleep === undefined) return startTimer(time_ms, end)
  const released = new AbortController()
  sleep(time_ms, released.signal).then(end, () => {})
  return () => released.abort()
}

function nothing(): void {}

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
