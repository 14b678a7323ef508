import { raceAbort } from "./race_abort.ts"
import { startTimer } from "./timer.ts"

export interface DeadlineOptions {
  /** Milliseconds; undefined: the signals alone. */
  readonly time_ms: number | undefined
  /** The first of these that is aborted ends the wait, with its reason. Default: none. */
  readonly signals?: ReadonlyArray<AbortSignal | undefined>
  /** The abort reason when the time is over. Default: a `TimeoutError`. */
  readonly late?: () => Error
  /** Default: a timer of the system. After a rejection the time is never over. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

export interface Deadline {
  /** Aborted by the first of the signals, or when the time is over. */
  readonly signal: AbortSignal
  /** Whether the time came first. */
  isOver(): boolean
  /** Stops the clock and releases the signals; nothing aborts any more. */
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

/** Aborts the controller with the signal, until the returned function is called. */
function forward(signal: AbortSignal, controller: AbortController): () => void {
  const stop = (): void => controller.abort(signal.reason)
  if (signal.aborted) {
    stop()
    return nothing
  }
  signal.addEventListener("abort", stop, { once: true })
  return () => signal.removeEventListener("abort", stop)
}

/** Each call of a run has a deadline, and nearly all are released early; an aborted sleep makes two errors with stacks. */
function startSleep(time_ms: number, sleep: DeadlineOptions["sleep"], end: () => void): () => void {
  if (sleep === undefined) return startTimer(time_ms, end)
  const released = new AbortController()
  sleep(time_ms, released.signal).then(end, () => {})
  return () => released.abort()
}

function nothing(): void {}

/** Runs `work` until the deadline, then settles with its reason. An aborted signal does not start it. */
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
