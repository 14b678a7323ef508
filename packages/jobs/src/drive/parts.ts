import { StoreError } from "../store/store_error.ts"
import type { Engine } from "./job.ts"
import { errorOf, keptError, type KeptError } from "./kept_error.ts"
import type { StepContext } from "./step.ts"

export interface Parts {
  readonly part: StepContext["part"]
  /** Throws the interruption that ended a part, even if the step went on after it. */
  readonly refuseInterrupted: () => void
}

type Kept<Result> = { readonly value: Result } | { readonly error: KeptError }

/** Parts that run without being kept. */
export const runningParts: Parts = { part: async (_, run) => run(), refuseInterrupted: () => undefined }

/**
 * Parts that an engine keeps, each under the step's key, its name and its number. An error of a part is kept as well.
 * An error of the store and a stop are interruptions.
 */
export function keptParts({ step, signal }: Engine, key: string): Parts {
  const counts = new Map<string, number>()
  let interruption: { readonly thrown: unknown } | null = null
  return {
    async part<Result>(name: string, run: () => Promise<Result>) {
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      let kept: Kept<Result>
      try {
        kept = await step(`${key}/${name}${number === 1 ? "" : `.${number}`}`, async () => keep(run, signal))
      } catch (thrown) {
        interruption ??= { thrown }
        throw thrown
      }
      if ("error" in kept) throw errorOf(kept.error)
      return kept.value
    },
    refuseInterrupted() {
      if (interruption !== null) throw interruption.thrown
    },
  }
}

async function keep<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Kept<Result>> {
  signal.throwIfAborted()
  try {
    const value = await run()
    signal.throwIfAborted()
    return { value }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof StoreError) throw thrown
    return { error: keptError(thrown) }
  }
}
