import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Consensus, ConsensusOptions } from "../verdict/lens_verdict.ts"
import { checkConsensusOptions } from "./options.ts"
import { decideOutcome } from "./outcome.ts"
import { sortOutVerdicts } from "./records.ts"

/**
 * What verdicts, in the order of the ledger, say together. Pure: no model, no files, no clock. Throws InvalidOptionError for
 * the options and for records that are no list. @requirement verifier.table, verifier.counted, verifier.invalid
 */
export function consensus(records: readonly unknown[], options: ConsensusOptions): Consensus {
  if (typeof options !== "object" || options === null)
    throw new InvalidOptionError({ option: "options", expected: "an object with a subject", got: options })
  const checked = checkConsensusOptions(options)
  if (!Array.isArray(records))
    throw new InvalidOptionError({ option: "records", expected: "a list of verdicts", got: records })
  const sorted = sortOutVerdicts(records, checked)
  const { counted, invalid } = sorted
  return {
    ...decideOutcome(sorted, checked.min_lenses),
    counted,
    lenses: counted.map(({ lens }) => lens).sort(),
    stale: sorted.stale,
    superseded: sorted.superseded,
    own: sorted.own,
    invalid: invalid.length,
    caveats: counted.flatMap(({ lens, caveats = [] }) =>
      [...new Set(caveats)].map((caveat) => `${caveat}: ${lens}`),
    ),
  }
}
