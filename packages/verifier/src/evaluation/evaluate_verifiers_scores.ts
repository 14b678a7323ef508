import type { VerdictValue } from "../verdict/lens_verdict.ts"
import { blockScores, type BlockScores, share } from "./block_scores.ts"

export interface VerifierEvaluationRow {
  readonly build: string
  readonly lens: string
  /** The right verdict: `bad` must be blocked. */
  readonly label: "good" | "bad"
  /** null: it gave none. */
  readonly verdict: VerdictValue | null
  /** Whether a bad build was blocked, a good one passed; null without a verdict. */
  readonly match: boolean | null
  /** Whether the evidence names a file with the defect; null for a good build and without a verdict. */
  readonly names_seed: boolean | null
  /** The defect, in words; null in a good build. */
  readonly seeded: string | null
  /** The evidence, or why there is no verdict; at most 300 characters. */
  readonly said: string
}

/** Fail and risk both block. null: undefined. A build without a verdict counts as unanswered, not as a find. */
export interface VerifierScores extends BlockScores {
  readonly builds: number
  /** Builds without a verdict. */
  readonly unanswered: number
  /** The share of answered builds that were judged rightly, from 0 to 1; null: none was answered. */
  readonly accuracy: number | null
  /** How often each label had each verdict. */
  readonly confusion: Readonly<Record<"good" | "bad", Readonly<Record<VerdictValue | "none", number>>>>
}

export function scoreVerifiers(rows: readonly VerifierEvaluationRow[]): VerifierScores {
  const answered = rows.filter(({ verdict }) => verdict !== null)
  const scores = blockScores(
    answered.map(({ label, verdict }) => ({ should_block: label === "bad", did_block: verdict !== "pass" })),
  )
  return {
    builds: rows.length,
    unanswered: rows.length - answered.length,
    accuracy: share(scores.tp + scores.tn, answered.length),
    ...scores,
    confusion: { good: verdictsOf(rows, "good"), bad: verdictsOf(rows, "bad") },
  }
}

function verdictsOf(rows: readonly VerifierEvaluationRow[], label: "good" | "bad") {
  const count = (verdict: VerdictValue | null) =>
    rows.filter((row) => row.label === label && row.verdict === verdict).length
  return { pass: count("pass"), fail: count("fail"), risk: count("risk"), none: count(null) }
}
