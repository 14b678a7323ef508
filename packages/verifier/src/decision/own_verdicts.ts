import { canonicalJson } from "@proofloop/foundation/text"
import { LedgerError } from "../ledger/error.ts"
import type { LensVerdict } from "../verdict/lens_verdict.ts"

/** This judge's own records, in memory: the builder can write the ledger's file, and forge or remove verdicts there. */
export interface OwnVerdicts {
  add(recorded: readonly LensVerdict[]): void
  /**
   * The ledger's verdicts that may count: all except passes by others through the lenses this judge asks. Throws
   * LedgerError `verdict_ledger_invalid` when a recorded verdict is gone.
   */
  select(verdicts: readonly LensVerdict[]): readonly LensVerdict[]
}

export function ownVerdicts(asked: readonly string[]): OwnVerdicts {
  const own = new Set<string>()
  return {
    add(recorded) {
      for (const verdict of recorded) own.add(canonicalJson(verdict))
    },
    select(verdicts) {
      const keys = new Set(verdicts.map((verdict) => canonicalJson(verdict)))
      if ([...own].some((key) => !keys.has(key))) {
        const problem = "verdicts that were recorded during this run are not in the ledger any more"
        throw new LedgerError("verdict_ledger_invalid", problem)
      }
      return verdicts.filter((verdict) => {
        const is_foreign_pass = verdict.verdict === "pass" && asked.includes(verdict.lens)
        return !is_foreign_pass || own.has(canonicalJson(verdict))
      })
    },
  }
}
