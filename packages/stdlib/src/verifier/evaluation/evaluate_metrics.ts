import { consensus_outcomes, type ConsensusOutcome } from "../verdict/lens_verdict.ts"

/** Of a decision between letting a build through and blocking it; HARD-STOP and ESCALATE both block. null: not defined. */
export interface ConsensusMetrics {
  /** Outcomes that are exactly the label. */
  readonly accuracy: number | null
  /** Of the blocked builds, those that were bad. */
  readonly precision: number | null
  /** Of the bad builds, those that were blocked: what safety rests on. */
  readonly recall: number | null
  readonly tp: number
  readonly fp: number
  readonly tn: number
  /** Bad builds let through. */
  readonly fn: number
  /** How often each label had each outcome. */
  readonly confusion: Readonly<Record<ConsensusOutcome, Readonly<Record<ConsensusOutcome, number>>>>
}

export function measure(
  rows: readonly { readonly label: ConsensusOutcome; readonly outcome: ConsensusOutcome }[],
): ConsensusMetrics {
  const count = (should_block: boolean, did_block: boolean) =>
    rows.filter(
      ({ label, outcome }) => (label !== "PASS") === should_block && (outcome !== "PASS") === did_block,
    ).length
  const [tp, fn, fp, tn] = [count(true, true), count(true, false), count(false, true), count(false, false)]
  const matches = rows.filter(({ label, outcome }) => label === outcome).length
  return {
    accuracy: share(matches, rows.length),
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    tp,
    fp,
    tn,
    fn,
    confusion: table((label) =>
      table((outcome) => rows.filter((row) => row.label === label && row.outcome === outcome).length),
    ),
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function table<T>(value: (outcome: ConsensusOutcome) => T): Readonly<Record<ConsensusOutcome, T>> {
  return Object.fromEntries(consensus_outcomes.map((outcome) => [outcome, value(outcome)])) as Record<
    ConsensusOutcome,
    T
  >
}
