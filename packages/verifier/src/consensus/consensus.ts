import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Consensus, ConsensusOptions } from "../verdict/lens_verdict.ts"
import { checkConsensusOptions } from "./options.ts"
import { decideOutcome } from "./outcome.ts"
import { sortOutVerdicts } from "./records.ts"

/**
 * What verdicts, in the order of the ledger, say together. Pure: no model, no files, no clock. Throws InvalidOptionError for
 * the options and for records that are no list. @requirement verifier.table, verifier.counted, verifier.invalid
 *
 * Which verdicts count is settled first, a record at a time, by the first of these that fits:
 *
 * 1. invalid: no verdict by itself (`readLensVerdict`, any lens), whatever it claims to be about;
 * 2. stale: about another diff or another contract;
 * 3. own: the verifier is the builder, compared without case and outer white space;
 * 4. invalid: of a lens that is not in the closed set;
 * 5. superseded: a later verdict of the same lens counts in its place, be it better or worse;
 * 6. it counts.
 *
 * Then the outcome is that of the first line that holds:
 *
 * | holds | outcome |
 * |---|---|
 * | one that counts is a security finding | HARD-STOP |
 * | one that counts is `fail` | HARD-STOP |
 * | a record is invalid: a valid stop wins, otherwise its verdict is unknown | ESCALATE |
 * | none counts | ESCALATE |
 * | one that counts is `risk` | ESCALATE |
 * | two that count are of one session: they are not independent | ESCALATE |
 * | fewer than `min_lenses` lenses count | ESCALATE |
 * | otherwise | PASS |
 *
 * Majority never matters, and what is stale, own or superseded neither helps nor harms.
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
