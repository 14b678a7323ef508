import type { Engine } from "../drive/job.ts"
import { lines } from "./lines.ts"

/** The meaning of what engines keep of steps. Grows when the present steps would misread a kept result. */
export const JOURNAL_VERSION = 2

/** An entry of a journal: the step it belongs to, and what that step came to. */
export interface KeptStep {
  /** The step's key, which the same try has again after a crash. */
  readonly key: string
  /** What the step resolved to, as plain JSON. */
  readonly result: unknown
}

/** A journal that repeats its entries in the order in which it got them, as those of durable engines do. */
export type Keep = (run: () => Promise<KeptStep>) => Promise<KeptStep>

/**
 * Steps that find their results by key in a journal that knows an order alone. Entries of other keys are set aside; a
 * step that is kept nowhere runs, and its entry comes last. So a turn that goes another way after a crash, because a
 * person changed the row or a service is away, still reads its journal. Steps that begin together run one after the
 * other.
 */
export function keyedSteps(keep: Keep): Engine["step"] {
  const kept = new Map<string, unknown>()
  const inLine = lines()
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> =>
    inLine("journal", async () => {
      while (!kept.has(key)) {
        const entry = await keep(async () => ({ key, result: await run() }))
        kept.set(entry.key, entry.result)
      }
      return kept.get(key) as Result
    })
}

/** The key of the entry that ends a turn, and with it the journal. */
export const END_OF_TURN = "end of turn"
