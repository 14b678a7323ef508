import type { VerdictValue } from "../verdict/lens_verdict.ts"

/** How one verifier judged one seeded build. */
export interface VerifierEvaluationRow {
  readonly build: string
  readonly lens: string
  readonly label: "good" | "bad"
  /** null: it gave none. */
  readonly verdict: VerdictValue | null
  /** Whether a bad build was blocked, a good one passed; null without a verdict. */
  readonly match: boolean | null
  /** Whether the evidence names a file the defect is in; null of a good build and without a verdict. */
  readonly names_seed: boolean | null
  readonly seeded: string | null
  /** The evidence, or why there is no verdict; at most 300 characters. */
  readonly said: string
}

/** Fail and risk both block. null: not defined. What has no verdict counts as unanswered, not as a find. */
export interface VerifierScores {
  readonly builds: number
  readonly unanswered: number
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
  /** How often each label had each verdict. */
  readonly confusion: Readonly<Record<"good" | "bad", Readonly<Record<VerdictValue | "none", number>>>>
}

export function scoreVerifiers(rows: readonly VerifierEvaluationRow[]): VerifierScores {
  const answered = rows.filter(({ verdict }) => verdict !== null)
  const count = (label: "good" | "bad", blocked: boolean) =>
    answered.filter((row) => row.label === label && (row.verdict !== "pass") === blocked).length
  const [tp, fn, fp, tn] = [
    count("bad", true),
    count("bad", false),
    count("good", true),
    count("good", false),
  ]
  return {
    builds: rows.length,
    unanswered: rows.length - answered.length,
    accuracy: share(tp + tn, answered.length),
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    tp,
    fp,
    tn,
    fn,
    confusion: { good: verdictsOf(rows, "good"), bad: verdictsOf(rows, "bad") },
  }
}

function verdictsOf(rows: readonly VerifierEvaluationRow[], label: "good" | "bad") {
  const count = (verdict: VerdictValue | null) =>
    rows.filter((row) => row.label === label && row.verdict === verdict).length
  return { pass: count("pass"), fail: count("fail"), risk: count("risk"), none: count(null) }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
