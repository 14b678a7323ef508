import { rangeChange, requireGit } from "@proofloop/foundation/git"
import { type CriticSelection, resolveCritics, runCritics, workTreeFacts } from "@proofloop/stdlib/critics"
import { baselinesAt, feedbackText, needBaselines } from "@proofloop/stdlib/internal/critics"
import type { VerifierOptions } from "../../verifier/session/verifiers.ts"
import type { FixReview } from "../feedback.ts"
import type { FixReviewContext, ReviewFix } from "../settings.ts"
import { checkReviewVerifiers, type ReviewPass, verifiersPass } from "./verifiers.ts"

export interface ReviewOptions {
  /** The critics over the change, as `proofloop check` runs them. false: none. Default: those that are on by default. */
  readonly critics?: ReviewCritics | false | undefined
  /** Independent verifiers of the fix. Ledger by default `.proofloop/verdicts/<feedback id>.jsonl` in the repository. */
  readonly verifiers?: Omit<VerifierOptions, "root" | "base" | "head"> | undefined
  /** Whether the change must be related to its plan and test. Default true. */
  readonly binding?: boolean | undefined
}

/**
 * A reviewer for createSelfCorrection, of three passes; a block by any of them blocks the fix. Critics: a failure
 * blocks, an unable critic asks for changes. Verifiers: HARD-STOP or a missing model blocks, ESCALATE asks for
 * changes; `caveats` weaken their verdicts. Binding: a change unrelated to its plan asks for changes. Throws
 * InvalidOptionError for bad options.
 * @requirement self-correction.review
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

type FixReviewer = (context: FixReviewContext) => Promise<ReviewPass>

/** Whether the change is the one planned for this feedback, with its regression test. */
const bindingPass: FixReviewer = async ({ repository, base_commit, fix_commit, feedback, plan, test }) => {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--relative", base_commit, fix_commit, "--"]
  const changed = (await requireGit(repository, args)).split("\0").filter((path) => path !== "")
  const planned = plan.files.map(({ path }) => path)
  const problems = [
    plan.feedback_id === feedback.id ? null : `the plan is for ${plan.feedback_id}, not for ${feedback.id}`,
    changed.some((path) => planned.includes(path))
      ? null
      : `it changes none of the planned files: ${planned.join(", ")}`,
    changed.includes(test.path) ? null : `its regression test ${test.path} is not part of it`,
  ].filter((problem) => problem !== null)
  const note = problems.join("; ") || "planned files and the regression test"
  return problems.length === 0
    ? { name: "feedback-binding", status: "pass", note, outcome: "pass" }
    : { name: "feedback-binding", status: "fail", note, outcome: "request-changes" }
}

/** Which critics, as `proofloop check` takes them. */
type ReviewCritics = Omit<CriticSelection, "phase">

/** The critics over everything the fix and its test change. Throws InvalidOptionError for a bad selection. */
function reviewCritics(selection: ReviewCritics): FixReviewer {
  const critics = resolveCritics({ ...selection, phase: "check", author: "model" })
  return async ({ root, repository, base_commit, fix_commit, set_up, signal }) => {
    const change = await rangeChange(repository, base_commit, fix_commit)
    const tree = { root: repository, env: selection.env ?? {}, critics, set_up }
    const runner = needBaselines(critics) ? await set_up(root) : undefined
    const baselines = await baselinesAt(tree, base_commit, signal)
    const facts = workTreeFacts(root, change, { baselines, runner })
    const results = await runCritics(critics, change, facts, { signal, stop: "first_failure" })
    signal.throwIfAborted()
    const failed = results.flatMap(({ critic, verdict }) =>
      verdict.status === "fail" ? [feedbackText(critic, verdict)] : [],
    )
    const unable = results.flatMap(({ critic, verdict }) =>
      verdict.status === "unable" ? [`${critic.id} could not look: ${verdict.reason}`] : [],
    )
    if (failed.length > 0) {
      return { name: "critics", status: "fail", note: failed.join("\n\n"), outcome: "block" }
    }
    if (unable.length > 0) {
      return { name: "critics", status: "unable", note: unable.join("\n"), outcome: "request-changes" }
    }
    return { name: "critics", status: "pass", note: `${results.length} critics`, outcome: "pass" }
  }
}
