import type { QaAnswer, QaQuestion } from "./reply.ts"

export type RevisedOutcome =
  | { readonly status: "none" }
  /** Sent, but applying is switched off. */
  | { readonly status: "proposed" }
  | {
      readonly status: "kept"
      /** Full id of the commit with the patches; null: there was nothing to commit. */
      readonly commit: string | null
    }
  | {
      readonly status: "reverted"
      readonly reason: string
    }

export interface QaResult {
  /** Why the phase crashed; "" when unknown. null: it did not crash. */
  readonly crashed: string | null
  /** Empty when the questioner failed. */
  readonly questions: readonly QaQuestion[]
  readonly answers: readonly QaAnswer[]
  /** Answers that said "handled" without evidence. */
  readonly flips: number
  readonly revised: RevisedOutcome
}

/** "Q&A: 1 handled, 2 gap, 0 uncertain; revised patches kept". */
export function qaSummary(result: QaResult): string {
  if (result.crashed !== null) return "Q&A: crashed"
  if (result.answers.length === 0) return "Q&A: no answers"
  const { handled, gap, uncertain } = countVerdicts(result.answers)
  const revised = result.revised.status === "none" ? "" : `; revised patches ${result.revised.status}`
  return `Q&A: ${handled} handled, ${gap} gap, ${uncertain} uncertain${revised}`
}

export function countVerdicts(answers: readonly QaAnswer[]): Record<QaAnswer["verdict"], number> {
  const counts = { handled: 0, gap: 0, uncertain: 0 }
  for (const { verdict } of answers) counts[verdict] += 1
  return counts
}
