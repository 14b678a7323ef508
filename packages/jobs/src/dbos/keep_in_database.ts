import { setMaxListeners } from "node:events"
import type { DBOS } from "@dbos-inc/dbos-sdk"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { Keep, KeptStep } from "../engines/keyed_steps.ts"

/** DBOS compares the names of steps by position; ours are found by key. */
const STEP = "step"
/** The key of an entry that holds no result. */
const INTERRUPTED = "interrupted"

export interface KeptWorkflow {
  /** For one try of the turn: a later try in the same process reads the same entries again. */
  readonly keep: () => Keep
  readonly cancelled: AbortSignal
}

/**
 * Keeps steps in the journal of the present workflow. An interruption is kept as one: DBOS would keep its error as the
 * step's outcome. After `stopped` nothing is kept, and the step stays open for the next worker.
 */
export function keepInDatabase(
  dbos: Pick<typeof DBOS, "runStep" | "stepStatus">,
  stopped: AbortSignal,
): KeptWorkflow {
  const entries: KeptStep[] = []
  const cancelled = new AbortController()
  setMaxListeners(0, stopped)
  const keepOne = async (run: () => Promise<KeptStep>): Promise<KeptStep> => {
    let interruption: { readonly thrown: unknown } | null = null
    let stop: (thrown: unknown) => void = () => undefined
    const gone = new Promise<never>((_, reject) => {
      stop = reject
    })
    gone.catch(() => undefined)
    const kept = dbos.runStep(
      async () => {
        const cancel = dbos.stepStatus?.cancelSignal
        cancel?.addEventListener("abort", () => cancelled.abort(cancel.reason), { once: true })
        try {
          return await run()
        } catch (thrown) {
          if (cancel?.aborted === true) throw thrown
          if (stopped.aborted) {
            stop(thrown)
            return await new Promise<never>(() => undefined)
          }
          interruption = { thrown }
          return { key: INTERRUPTED, result: thrownMessage(thrown).slice(0, 1000) }
        }
      },
      { name: STEP },
    )
    const entry = await Promise.race([kept, gone])
    entries.push(entry)
    if (interruption !== null) throw (interruption as { readonly thrown: unknown }).thrown
    return entry
  }
  const keep = (): Keep => {
    let at = 0
    return async (run) => {
      const known = entries[at]
      const entry = known ?? (await keepOne(run))
      at += 1
      return entry
    }
  }
  return { keep, cancelled: cancelled.signal }
}
