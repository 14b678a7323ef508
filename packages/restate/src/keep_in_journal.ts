import type { Keep, KeptStep } from "@proofloop/jobs/engines"
import type { Context } from "@restatedev/restate-sdk"
import { withResolvers } from "./with_resolvers.ts"

/** Restate compares the names of steps by position; ours are found by key. */
const STEP = "step"

/**
 * Keeps steps in the journal of an invocation. `ctx.run` never settles after a failed action or a lost connection; here
 * it rejects once the action has ended, so that the turn can release its row. `stop` interrupts the action of a cancelled
 * invocation.
 */
export function keepInJournal(ctx: Pick<Context, "run">, stop: AbortController, signal: AbortSignal): Keep {
  return async (action) => {
    let work: Promise<unknown> = Promise.resolve()
    const [failed, ended] = [withResolvers<never>(), withResolvers<never>()]
    const kept = ctx.run(STEP, async () => {
      const entry = action()
      work = entry.catch(failed.reject)
      return entry
    })
    const end = () => void work.then(() => ended.reject(signal.reason))
    signal.addEventListener("abort", end, { once: true })
    if (signal.aborted) end()
    try {
      return await Promise.race<KeptStep>([kept, failed.promise, ended.promise])
    } catch (error) {
      stop.abort(error)
      await work
      throw error
    } finally {
      signal.removeEventListener("abort", end)
    }
  }
}
