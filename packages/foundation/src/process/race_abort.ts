/**
 * Settles as `work` does, or rejects with the abort reason as soon as the signal fires, even if `work` ignores it. With
 * an aborted signal the work never starts. Leaves no listener and no unhandled rejection.
 */
export async function raceAbort<T>(
  work: () => PromiseLike<T> | T,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work()
  if (signal.aborted) throw abortReason(signal)
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(abortReason(signal))
    signal.addEventListener("abort", onAbort, { once: true })
    stop = () => signal.removeEventListener("abort", onAbort)
  })
  // Work may abort the signal and throw before the race begins.
  aborted.catch(() => {})
  try {
    return await Promise.race([work(), aborted])
  } finally {
    stop()
  }
}

/** The reason of an aborted signal as an error; any other reason becomes an `AbortError`. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new DOMException(`aborted: ${String(reason)}`, "AbortError")
}
