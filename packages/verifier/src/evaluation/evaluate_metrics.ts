import { consensus_outcomes, type ConsensusOutcome } from "../verdict/lens_verdict.ts"
import { blockScores, type BlockScores, share } from "./block_scores.ts"

/** Of a decision between letting a build through and blocking it; HARD-STOP and ESCALATE both block. null: not defined. */
export interface ConsensusMetrics extends BlockScores {
  /** Outcomes that are exactly the label. */
  readonly accuracy: number | null
  /** How often each label had each outcome. */
  readonly confusion: Readonly<Record<ConsensusOutcome, Readonly<Record<ConsensusOutcome, number>>>>
}

export function measure(
  rows: readonly { readonly label: ConsensusOutcome; readonly outcome: ConsensusOutcome }[],
): ConsensusMetrics {
  const matches = rows.filter(({ label, outcome }) => label === outcome).length
  return {
    accuracy: share(matches, rows.length),
    ...blockScores(
      rows.map(({ label, outcome }) => ({ should_block: label !== "PASS", did_block: outcome !== "PASS" })),
    ),
    confusion: table((label) =>
      table((outcome) => rows.filter((row) => row.label === label && row.outcome === outcome).length),
    ),
  }
}

function table<T>(value: (outcome: ConsensusOutcome) => T): Readonly<Record<ConsensusOutcome, T>> {
  return Object.fromEntries(consensus_outcomes.map((outcome) => [outcome, value(outcome)])) as Record<
    ConsensusOutcome,
    T
  >
}
