/** Settles as `work` does, or rejects with the abort reason as soon as the signal fires, even if `work` ignores it. */
export async function raceAbort<T>(work: PromiseLike<T> | T, signal: AbortSignal): Promise<T> {
  const pending = Promise.resolve(work)
  // `work` is not read once the signal has won; its late failure must not become an unhandled rejection.
  pending.catch(() => {})
  if (signal.aborted) throw abortReason(signal)
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(abortReason(signal))
    signal.addEventListener("abort", onAbort, { once: true })
    stop = () => signal.removeEventListener("abort", onAbort)
  })
  try {
    return await Promise.race([pending, aborted])
  } finally {
    stop()
  }
}

/** The reason of an aborted signal as an error; anything else a host aborted with becomes an `AbortError`. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new DOMException(`aborted: ${String(reason)}`, "AbortError")
}
