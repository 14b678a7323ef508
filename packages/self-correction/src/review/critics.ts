import { rangeChange } from "@proofloop/foundation/git"
import {
  baselinesAt,
  feedbackText,
  needBaselines,
  runCritics,
  type CriticSelection,
  resolveCritics,
  workTreeFacts,
} from "@proofloop/stdlib/critics"
import type { FixReviewer } from "./reviewer.ts"

/** Which critics, as `proofloop check` takes them. */
export type ReviewCritics = Omit<CriticSelection, "phase">

/** The critics over everything the fix and its test change. Throws InvalidOptionError for a bad selection. */
export function reviewCritics(selection: ReviewCritics): FixReviewer {
  const critics = resolveCritics({ ...selection, phase: "check" })
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
