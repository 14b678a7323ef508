import { InvalidOptionError } from "@proofloop/foundation/errors"
import { type Caveat, REQUIREMENTS } from "../verdict/caveat.ts"
import type { Consensus, ConsensusOptions, LensVerdict, VerdictSubject } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { caveatsOf, NOTHING_PROMISED } from "./caveats.ts"
import { checkConsensusOptions, type CheckedConsensusOptions, sameIdentity } from "./options.ts"

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
  const caveats = caveatsOf(counted, checked)
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

interface SortedVerdicts {
  /** The latest of each lens, in order. */
  readonly counted: readonly LensVerdict[]
  /** For each record that is not a verdict: its place, from 1, and its first problem. */
  readonly invalid: readonly { readonly position: number; readonly problem: string }[]
  readonly stale: number
  readonly own: number
  readonly superseded: number
}

/**
 * Which records count, and why the others do not. The first reason that fits decides:
 *
 * - invalid: not a verdict, or a lens outside the set
 * - stale: about another diff, contract or base
 * - own: by the builder
 * - superseded: before a later one of its lens
 */
function sortOutVerdicts(
  records: readonly unknown[],
  { subject, lenses, builders }: CheckedConsensusOptions,
): SortedVerdicts {
  const invalid: Array<{ position: number; problem: string }> = []
  const latest = new Map<string, LensVerdict>()
  let stale = 0
  let own = 0
  let superseded = 0
  for (const [index, record] of records.entries()) {
    const reading = readLensVerdict(record, { lenses: "any" })
    if ("problems" in reading) {
      invalid.push({ position: index + 1, problem: reading.problems[0] ?? "" })
      continue
    }
    const { verdict } = reading
    if (!isSameSubject(verdict.subject, subject)) stale += 1
    else if (builders.has(sameIdentity(verdict.verifier.id))) own += 1
    else if (!lenses.includes(verdict.lens)) {
      const problem = `lens: expected one of ${lenses.join(", ")}, got "${verdict.lens}"`
      invalid.push({ position: index + 1, problem })
    } else {
      // Removed and added again, so that the order is that of the counting verdicts.
      if (latest.delete(verdict.lens)) superseded += 1
      latest.set(verdict.lens, verdict)
    }
  }
  return { counted: [...latest.values()], invalid, stale, own, superseded }
}

/** Whether a verdict on one subject is about the other. A subject without a base matches any base. */
export function isSameSubject(judged: VerdictSubject, now: VerdictSubject): boolean {
  const is_same_base =
    judged.base_commit === undefined ||
    now.base_commit === undefined ||
    judged.base_commit === now.base_commit
  const is_same_diff = judged.diff_sha256 === now.diff_sha256
  return is_same_base && is_same_diff && judged.contract_sha256 === now.contract_sha256
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
  const security = counted.find((one) => one.security === true && one.verdict !== "pass")
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
