import type { LensVerdict, VerdictSubject } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { type CheckedConsensusOptions, sameIdentity } from "./options.ts"

export interface SortedVerdicts {
  /** Of each lens its stop that nobody lifted, or else its latest, in order. */
  readonly counted: readonly LensVerdict[]
  /** For each record that is not a verdict: its place, from 1, and its first problem. */
  readonly invalid: readonly { readonly position: number; readonly problem: string }[]
  /** Stops that do not count any more, each with the verdict that lifted it. */
  readonly lifted: readonly LiftedStop[]
  readonly stale: number
  readonly own: number
  readonly superseded: number
}

interface LiftedStop {
  readonly stop: LensVerdict
  readonly by: LensVerdict
}

/**
 * Which records count, and why the others do not. The first reason that fits decides:
 *
 * - invalid: not a verdict, or a lens outside the set
 * - stale: about another diff, contract or base
 * - own: by the builder
 * - superseded: another of its lens counts
 */
export function sortOutVerdicts(
  records: readonly unknown[],
  { subject, lenses, builders }: CheckedConsensusOptions,
): SortedVerdicts {
  const invalid: Array<{ position: number; problem: string }> = []
  const valid: LensVerdict[] = []
  let stale = 0
  let own = 0
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
    } else valid.push(verdict)
  }
  const judged = lenses.map((name) => judgedThrough(valid.filter(({ lens }) => lens === name)))
  const counts = new Set(judged.map(({ counting }) => counting))
  const counted = valid.filter((one) => counts.has(one))
  const lifted = judged.flatMap((one) => one.lifted)
  return { counted, invalid, lifted, stale, own, superseded: valid.length - counted.length }
}

/** What counts of the verdicts of one lens. A stop stands until somebody else says why it does not hold. */
function judgedThrough(verdicts: readonly LensVerdict[]) {
  const lifted: LiftedStop[] = []
  let standing: readonly LensVerdict[] = []
  for (const by of verdicts) {
    if (isSecurityFinding(by) || by.verdict === "fail") standing = [...standing, by]
    if (by.lifts === undefined) continue
    const isLifted = (stop: LensVerdict) => sameIdentity(stop.verifier.id) !== sameIdentity(by.verifier.id)
    lifted.push(...standing.filter(isLifted).map((stop) => ({ stop, by })))
    standing = standing.filter((stop) => !isLifted(stop))
  }
  return { lifted, counting: standing.findLast(isSecurityFinding) ?? standing.at(-1) ?? verdicts.at(-1) }
}

/** Whether it stops the change as a matter of security. */
export function isSecurityFinding({ security, verdict }: LensVerdict): boolean {
  return security === true && verdict !== "pass"
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
