export interface Deadline {
  /** Aborted when `signal` is, or when the time is over. */
  readonly signal: AbortSignal
  /** Stops the clock. */
  release(): void
}

/** `AbortSignal.any` with `AbortSignal.timeout` would do, but Node 20 may collect the latter before it fires. */
export function createDeadline(signal: AbortSignal, time_ms: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), time_ms)
  return { signal: AbortSignal.any([signal, controller.signal]), release: () => clearTimeout(timer) }
}
