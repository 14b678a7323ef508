import { atCommit, diffBetween } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import type { FixReview } from "../feedback.ts"
import type { FixReviewContext, SelfCorrectionSettings } from "../settings.ts"
import { type FeedbackStep, keep, refute } from "./step.ts"
import { preparedRunner } from "./test_room.ts"

/** Reviews a fix before it is published; a blocking review sends it back with its reasons. */
export const reviewStep: FeedbackStep = {
  name: "review",
  needs: ["model", "runner"],
  async run(row, context) {
    const { settings, signal } = context
    const { plan, hits, base_commit, test } = workOf(row, "plan", "hits", "base_commit", "test")
    const refutations = row.work.refutations ?? []
    const given = { feedback: row, plan, hits, refutations, signal }
    const found = await reviewFix(settings, { ...given, base_commit, fix_commit: test.commit, test })
    // Without a reviewer the passes are missing, and the pull request says so.
    const { overall, passes, caveats = [] } = found ?? NOBODY
    const told = {
      overall,
      passes: passes.slice(0, 50).map(({ name, status }) => `${name.slice(0, 100)}: ${status}`),
      ...(caveats.length === 0 ? {} : { caveats: caveats.slice(0, 10) }),
    }
    context.tell("reviewed", told)
    if (overall !== "block") {
      return keep(context, row, { work: { review: found ?? NOBODY }, note: { step: "review", ...told } })
    }
    const failed = passes.filter(({ status }) => status !== "pass")
    const reasons = failed.map(({ name, note }) => `${name}: ${note || "no reason was given"}`)
    return refute("review", row, context, {
      reasons: reasons.length === 0 ? ["the review blocks it and gives no reason"] : reasons,
      redo: "fix",
    })
  },
}

const NOBODY: FixReview = { overall: "pass", passes: [], confidence: null }

/** The host's review; null without a reviewer. Anything but a clear answer blocks. */
export async function reviewFix(
  settings: SelfCorrectionSettings,
  given: Omit<FixReviewContext, "root" | "repository" | "diff" | "set_up">,
): Promise<FixReview | null> {
  const { root, review: reviewer } = settings
  if (reviewer === undefined) return null
  const { base_commit, fix_commit } = given
  const diff = await diffBetween(root, base_commit, fix_commit)
  const { signal } = given
  const set_up = (tree: string) => preparedRunner(tree, { rooms: settings, work_folder: root, signal })
  return atCommit(root, fix_commit, async (tree) => {
    const found = await reviewer({ ...given, root: tree, repository: root, diff, set_up })
    const is_clear = found.overall === "pass" || found.overall === "request-changes"
    return is_clear ? found : { ...found, overall: "block" }
  })
}
