import type { Io } from "../console/io.ts"

/** Does `work` until it is done or a request to stop aborts its signal; resolves to whether it was done. */
export async function untilStopped(
  io: Io,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const stop = new AbortController()
  const unlisten = io.onStop(() => stop.abort())
  try {
    await work(stop.signal)
    return true
  } catch (error) {
    if (stop.signal.aborted) return false
    throw error
  } finally {
    unlisten()
  }
}
