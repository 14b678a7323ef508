import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { untilStopped } from "../replay/until_stopped.ts"

const DEFAULT_SECONDS = 3600

/** Milliseconds for one call that works; null: none. Throws Misuse. */
export function readTimeLimit(input: Input): number | null {
  const seconds = readCount(input, "time-limit") ?? DEFAULT_SECONDS
  return seconds === 0 ? null : seconds * 1000
}

/**
 * Does `work` in this process, until it is done or its signal is aborted by a request to stop or by the time limit.
 * Resolves to the one that ended it, null for neither. Rejects as `work` does when neither did. Throws Misuse.
 */
export async function untilOver(
  input: Input,
  io: Io,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<"request" | "time_limit" | null> {
  const limit = readTimeLimit(input)
  const over = new AbortController()
  let stopped: "request" | "time_limit" | null = null
  over.signal.addEventListener("abort", () => (stopped ??= "time_limit"))
  const timer = limit === null ? undefined : setTimeout(() => over.abort(), limit)
  try {
    await untilStopped(io, async (signal) => {
      signal.addEventListener("abort", () => (stopped ??= "request"))
      await work(AbortSignal.any([signal, over.signal]))
    })
  } catch (error) {
    if (stopped === null) throw error
  } finally {
    clearTimeout(timer)
  }
  return stopped
}
