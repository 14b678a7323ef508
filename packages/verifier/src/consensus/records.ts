import type { LensVerdict, VerdictSubject } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { type CheckedConsensusOptions, sameIdentity } from "./options.ts"

export interface SortedVerdicts {
  /** The latest of each lens, in order. */
  readonly counted: readonly LensVerdict[]
  /** Of each record that is no verdict: where it stands, from 1, and what is wrong first. */
  readonly invalid: readonly { readonly position: number; readonly problem: string }[]
  readonly stale: number
  readonly own: number
  readonly superseded: number
}

/**
 * What counts of these records, and why the others do not, by the first that fits: no verdict (invalid), about another diff or
 * contract (stale), of the builder (own), of a lens out of the set (invalid), before a later one of its lens (superseded).
 */
export function sortOutVerdicts(
  records: readonly unknown[],
  { subject, lenses, builder }: CheckedConsensusOptions,
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
    if (!isAbout(verdict, subject)) stale += 1
    else if (builder !== null && sameIdentity(verdict.verifier.id) === builder) own += 1
    else if (!lenses.includes(verdict.lens)) {
      const problem = `lens: expected one of ${lenses.join(", ")}, got "${verdict.lens}"`
      invalid.push({ position: index + 1, problem })
    } else {
      // Out and in again: the order is that of the verdicts that count.
      if (latest.delete(verdict.lens)) superseded += 1
      latest.set(verdict.lens, verdict)
    }
  }
  return { counted: [...latest.values()], invalid, stale, own, superseded }
}

function isAbout(verdict: LensVerdict, { diff_sha256, contract_sha256 }: VerdictSubject): boolean {
  return verdict.subject.diff_sha256 === diff_sha256 && verdict.subject.contract_sha256 === contract_sha256
}
