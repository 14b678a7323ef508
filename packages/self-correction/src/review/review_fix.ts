import type { VerifierOptions } from "@proofloop/verifier"
import type { FixReview } from "../feedback.ts"
import type { ReviewFix } from "../settings.ts"
import { bindingPass } from "./binding.ts"
import { type ReviewCritics, reviewCritics } from "./critics.ts"
import type { ReviewPass } from "./reviewer.ts"
import { checkReviewVerifiers, verifiersPass } from "./verifiers.ts"

export interface ReviewOptions {
  /** The critics over the change, as `proofloop check` runs them. false: none. Default: those that are on by default. */
  readonly critics?: ReviewCritics | false | undefined
  /** Independent verifiers of the fix. Ledger by default `.proofloop/verdicts/<feedback id>.jsonl` in the repository. */
  readonly verifiers?: Omit<VerifierOptions, "root" | "base" | "head"> | undefined
  /** Whether the change has to have to do with the plan and its test. Default true. */
  readonly binding?: boolean | undefined
}

/**
 * A reviewer for createSelfCorrection, of three passes; any pass that blocks, blocks the fix.
 * - Critics: a failure blocks, a critic that could not look asks for changes.
 * - Verifiers, about what the critics let through: HARD-STOP blocks, ESCALATE and a change they cannot judge ask for
 *   changes, and a missing model blocks. What weakens their verdicts stands in `caveats`.
 * - Binding: a change that has nothing to do with its plan asks for changes.
 *
 * Throws InvalidOptionError for bad options. @requirement self-correction.review
 */
export function reviewWith(options: ReviewOptions): ReviewFix {
  const { critics = {}, verifiers, binding = true } = options
  if (verifiers?.model !== undefined) checkReviewVerifiers(verifiers)
  const judge = critics === false ? null : reviewCritics(critics)
  return async (context) => {
    const passes: ReviewPass[] = []
    if (judge !== null) passes.push(await judge(context))
    if (binding) passes.push(await bindingPass(context))
    if ("verifiers" in options && !isBlocked(passes)) passes.push(await verifiersPass(verifiers, context))
    return {
      overall: overallOf(passes),
      passes: passes.map(({ name, status, note }) => ({ name, status, note })),
      caveats: passes.flatMap(({ caveats = [] }) => caveats),
      confidence: null,
    }
  }
}

function isBlocked(passes: readonly ReviewPass[]): boolean {
  return passes.some(({ outcome }) => outcome === "block")
}

function overallOf(passes: readonly ReviewPass[]): FixReview["overall"] {
  if (isBlocked(passes)) return "block"
  return passes.some(({ outcome }) => outcome === "request-changes") ? "request-changes" : "pass"
}
