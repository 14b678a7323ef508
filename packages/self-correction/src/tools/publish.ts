import { RequestError } from "@proofloop/foundation/files"
import type { Tool } from "@proofloop/runtime"
import { defineTool } from "@proofloop/stdlib"
import { z } from "zod"
import type { Feedback, FixPlan } from "../feedback/feedback.ts"
import { reasonsTooLarge } from "../run/fix_size.ts"
import { reviewFix } from "../run/review.ts"
import { largeJobOptions, type SelfCorrectionSettings } from "../run/run_settings.ts"
import { runDifferential } from "../steps/differential.ts"
import { fixBranch } from "../steps/fix_branch.ts"
import { isLargeJob } from "../steps/large_job.ts"
import { publishFix } from "../steps/publish.ts"
import { commitsOf, regressionTest } from "./fix.ts"
import { idInput, planInput } from "./schemas.ts"

const PUBLISHING = { kind: "edit", read_only: false, evidence_role: "observation" } as const

/** The tools with an effect outside: the draft pull request, and its record in the row. @requirement self-correction.tools */
export function publishTools(settings: SelfCorrectionSettings): readonly Tool[] {
  return [publishTool(settings), recordTool(settings)]
}

function publishTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "publish_self_fix_pr",
    description:
      "Opens the draft pull request of a fix branch, once, after running its test on both sides and the host's review again. Refused without a test that shows the fault, on a review that blocks, and for a large job nobody approved. Repository, base branch, wording, sender and place of the feedback are the host's.",
    input: z.strictObject({
      feedback_id: idInput,
      plan: planInput,
      regression_test_path: z.string().min(1).max(500),
    }),
    annotations: PUBLISHING,
    async execute({ feedback_id, plan, regression_test_path }, { signal }) {
      const { root, forge, base, store, test_timeout_ms: timeout_ms } = settings
      const feedback = await store.get(feedback_id)
      const branch = fixBranch(feedback_id)
      const { base_commit, fix_commit } = await commitsOf(settings, branch, signal)
      const reasons = await reasonsTooLarge(settings, plan, {
        base_commit,
        commit: fix_commit,
        test_path: regression_test_path,
      })
      await requireApproval(settings, feedback, plan, reasons)
      const test = await regressionTest(settings, fix_commit, regression_test_path, base_commit)
      const sides = { root, base_commit, fix_commit, test, timeout_ms, signal }
      const differential = await runDifferential(sides)
      const hits = feedback.work.hits ?? []
      const given = { feedback, plan, hits, refutations: [], signal, base_commit, fix_commit, test }
      const review = await reviewFix(settings, given)
      const published = { feedback, plan, base, branch, test, differential, review }
      const { number, url } = await publishFix({ root, forge, ...published, signal })
      return { ok: true, result: { number, url, branch, draft: true } }
    },
  })
}

async function requireApproval(
  settings: SelfCorrectionSettings,
  { id }: Feedback,
  plan: FixPlan,
  of_change: readonly string[],
): Promise<void> {
  const reasons = new Set([...isLargeJob(plan, largeJobOptions(settings)).reasons, ...of_change])
  if (reasons.size === 0) return
  const approvals = await settings.store.approvals(id)
  if (approvals.at(-1)?.answer === "approved") return
  throw new RequestError(`a person has to approve it first: ${[...reasons].join("; ")}`)
}

function recordTool({ store, forge }: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "record_self_fix_pr",
    description:
      "Notes the pull request of a feedback's fix in its row, with an entry in its history. Its state stays as it is.",
    input: z.strictObject({
      pr_url: z.url().max(2048).describe("The address that publish_self_fix_pr answered"),
      feedback_id: idInput,
    }),
    annotations: PUBLISHING,
    async execute({ pr_url, feedback_id }, { signal }) {
      await store.get(feedback_id)
      const target = forge.targetOf(pr_url)
      if (target?.kind !== "pull_request")
        throw new RequestError(`${pr_url} is no pull request of this forge`)
      const { head, url } = await forge.pulls.get(target.number, signal)
      if (head !== fixBranch(feedback_id)) {
        throw new RequestError(`the pull request is from ${head}, which is not the fix of ${feedback_id}`)
      }
      await store.change(feedback_id, { fix_pr_url: url, note: { record_self_fix_pr: url } })
      return { ok: true, result: { feedback_id, pr_url: url } }
    },
  })
}
