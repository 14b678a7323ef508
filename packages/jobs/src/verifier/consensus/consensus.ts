import { InvalidOptionError } from "@proofloop/foundation/errors"
import { type Caveat, REQUIREMENTS } from "../verdict/caveat.ts"
import type { Consensus, ConsensusOptions, LensVerdict } from "../verdict/lens_verdict.ts"
import { caveatsOf, NOTHING_PROMISED } from "./caveats.ts"
import { checkConsensusOptions, type CheckedConsensusOptions, sameIdentity } from "./options.ts"
import { isSecurityFinding, type SortedVerdicts, sortOutVerdicts } from "./sort_out_verdicts.ts"

/**
 * The joint decision of verdicts, in the order of the ledger. Pure: no model, no files, no clock. Throws
 * InvalidOptionError for bad options and for records that are not a list.
 * @requirement verifier.table, verifier.counted, verifier.invalid
 */
export function consensus(records: readonly unknown[], options: ConsensusOptions): Consensus {
  if (typeof options !== "object" || options === null)
    throw new InvalidOptionError({ option: "options", expected: "an object with a subject", got: options })
  const checked = checkConsensusOptions(options)
  if (!Array.isArray(records))
    throw new InvalidOptionError({ option: "records", expected: "a list of verdicts", got: records })
  const sorted = sortOutVerdicts(records, checked)
  const { counted, invalid } = sorted
  const caveats = caveatsOf(sorted, checked)
  return {
    ...decideOutcome(sorted, caveats, checked),
    counted,
    lenses: counted.map(({ lens }) => lens).sort(),
    stale: sorted.stale,
    superseded: sorted.superseded,
    own: sorted.own,
    invalid: invalid.length,
    caveats,
  }
}

type Decision = Pick<Consensus, "outcome" | "reason">

const MAX_PROBLEM = 200

/** The first matching line decides. A majority never matters, and verdicts that do not count neither help nor harm. */
function decideOutcome(
  sorted: SortedVerdicts,
  caveats: readonly Caveat[],
  { min_lenses, promised, requirements }: CheckedConsensusOptions,
): Decision {
  const { counted, invalid } = sorted
  const security = counted.find(isSecurityFinding)
  if (security !== undefined)
    return stop(
      `${security.lens} has a security finding (${security.verdict}), which is never passed by machine`,
    )
  const failed = counted.find(({ verdict }) => verdict === "fail")
  if (failed !== undefined) return stop(`${failed.lens} refuted the work: it goes back to be built`)
  const [broken] = invalid
  if (broken !== undefined) {
    const others = invalid.length === 1 ? "" : `, and ${invalid.length - 1} more`
    const problem = Array.from(broken.problem).slice(0, MAX_PROBLEM).join("")
    return escalate(`record ${broken.position} is not a verdict (${problem})${others}: it never passes`)
  }
  if (promised === "nothing") return escalate(NOTHING_PROMISED)
  if (counted.length === 0)
    return escalate(`no independent verdict on this change is recorded${notCounted(sorted)}`)
  const risk = counted.find(({ verdict }) => verdict === "risk")
  if (risk !== undefined) return escalate(`${risk.lens} sees a risk no machine can settle: a person decides`)
  const shared = sharedSession(counted)
  if (shared !== null)
    return escalate(`${shared.join(" and ")} were judged in one session: they are not independent`)
  if (counted.length < min_lenses)
    return escalate(`${counted.length}/${min_lenses} distinct lenses agree${notCounted(sorted)}`)
  for (const requirement of requirements) {
    const refused: readonly string[] = REQUIREMENTS[requirement]
    const against = caveats.find(({ kind }) => refused.includes(kind))
    if (against !== undefined) return escalate(`${requirement} is required, and ${against.says}`)
  }
  return { outcome: "PASS", reason: `${counted.length} distinct lenses could not refute the work` }
}

function stop(reason: string): Decision {
  return { outcome: "HARD-STOP", reason }
}

function escalate(reason: string): Decision {
  return { outcome: "ESCALATE", reason }
}

function notCounted({ stale, own }: SortedVerdicts): string {
  const left_out = [...(stale > 0 ? [`${stale} stale`] : []), ...(own > 0 ? [`${own} of the builder`] : [])]
  return left_out.length === 0 ? "" : ` (not counted: ${left_out.join(", ")})`
}

/** The first two lenses that one session judged. */
function sharedSession(counted: readonly LensVerdict[]): readonly [string, string] | null {
  const lens_of = new Map<string, string>()
  for (const { lens, verifier } of counted) {
    const session = sameIdentity(verifier.session_id)
    const earlier = lens_of.get(session)
    if (earlier !== undefined) return [earlier, lens]
    lens_of.set(session, lens)
  }
  return null
}
