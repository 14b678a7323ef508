import { RequestError } from "@proofloop/foundation/files"
import { git, requireGit } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { workOf } from "../../drive/step.ts"
import { isBranchName } from "../../forge/branch_name.ts"
import type { Forge } from "../../forge/forge.ts"
import { identityOf } from "../../forge/identity.ts"
import { mergesInto } from "../../forge/merges_into.ts"
import { type DraftChoice, openPull } from "../../forge/open_pull.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import type { Differential, Feedback, FixPlan, FixReview, FixWork, RegressionTest } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { commitsOf, regressionTest, runDifferential } from "./differential.ts"
import { fixBranch } from "./fix_branch.ts"
import { PublishError } from "./fix_error.ts"
import { isLargeJob, largeJobOptions, reasonsTooLarge } from "./large_job.ts"
import { feedbackBinding, pullRequestBody, type PullRequestBodyOptions } from "./pull_request_body.ts"
import { type BaseMoved, baseMoved } from "./rebase.ts"
import { reviewFix } from "./review.ts"
import { type FeedbackStep, fetchBase, keep, moveTo } from "./step.ts"
import { EDITING, idInput, planInput } from "./tool_inputs.ts"

export interface PublishOptions {
  readonly root: string
  readonly forge: Forge
  readonly feedback: Pick<Feedback, "id" | "body" | "from_handle" | "severity" | "context_url" | "work">
  readonly plan: FixPlan
  readonly base: string
  readonly branch: string
  /** `commit` is what is pushed: the fix with its test. */
  readonly test: RegressionTest & { readonly commit: string }
  readonly differential: Differential
  /** null: it was not reviewed, and the pull request says so. */
  readonly review: FixReview | null
  /** Default "auto". */
  readonly draft?: DraftChoice | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PublishedFix {
  readonly pull_request: NonNullable<FixWork["pull_request"]>
  readonly draft: boolean
  /** How the base branch changed since the test ran on it; null: unchanged or unchecked. */
  readonly base_moved: BaseMoved | null
}

/**
 * Pushes a fix and opens its draft pull request, or takes an existing one of the branch, in any state. The pull
 * request says whether its base has moved on or conflicts. Rejects with a PublishError, before any push, for a fix
 * that breaks a hard rule, and with ForgeError and GitError.
 */
export async function publishFix(options: PublishOptions): Promise<PublishedFix> {
  const { root, forge, feedback, plan, base, branch, test, differential, signal } = options
  const published = async (
    { number, url, draft }: PullRequest,
    base_moved: BaseMoved | null,
  ): Promise<PublishedFix> => {
    const identity = await identityOf(forge, { number, head: branch }, test.commit, signal)
    return { pull_request: { number, url, identity }, draft, base_moved }
  }
  checkFix(options)
  await checkBranches(options)
  const files_edited = await editedFiles(options)
  await checkBase(options)
  const there = await forge.pulls.find(branch, signal)
  // A person merged or closed it before it was noted here.
  if (there !== null && there.state !== "open" && there.base === base) return published(there, null)
  const tested_on = { branch: base, commit: differential.base_commit }
  const base_moved = await baseMoved(forge, root, tested_on, signal)
  const conflicts =
    base_moved === null ? "" : (await mergesInto(root, { base: base_moved.to, head: test.commit })).conflicts
  await forge.git.push(root, test.commit, branch, signal)
  const title = `fix(${plan.fix_class}): feedback ${feedback.id}`
  const body = bodyOf(options, { files_edited, base_moved, conflicts })
  const request = { head: branch, base, title, body }
  return published(await openPull(forge.pulls, request, options.draft ?? "auto", signal), base_moved)
}

function checkFix({ feedback, plan, test, differential, review }: PublishOptions): void {
  if (test.path.trim() === "" || /[\r\n]/.test(test.path))
    throw new PublishError("test", "it has no regression test")
  const { verified, reason, base, fix, fix_commit } = differential
  if (!verified || base.outcome !== "fail" || fix.outcome !== "pass") {
    const why =
      reason === "" ? `${base.outcome} without the fix, ${fix.outcome} with it` : cutCodePoints(reason, 300)
    throw new PublishError("differential", `its regression test does not show the fault: ${why}`)
  }
  if (fix_commit !== test.commit) {
    const message = `the regression test ran on ${fix_commit.slice(0, 12)}, not on ${test.commit.slice(0, 12)}`
    throw new PublishError("differential", message)
  }
  if (plan.feedback_id !== feedback.id) {
    throw new PublishError("plan", `its plan is for feedback ${plan.feedback_id}, not for ${feedback.id}`)
  }
  if (review?.overall === "block")
    throw new PublishError("review", `its review blocks it${blockedBy(review)}`)
}

function blockedBy({ passes }: FixReview): string {
  const failed = passes.filter(({ status }) => status !== "pass").map(({ name }) => name)
  return failed.length === 0 ? "" : ` (${failed.slice(0, 10).join(", ")})`
}

async function checkBranches({ forge, feedback, base, branch }: PublishOptions): Promise<void> {
  if (!isBranchName(base))
    throw new PublishError("base", `${JSON.stringify(base.slice(0, 200))} cannot name a branch`)
  if (base === (await forge.defaultBranch())) {
    throw new PublishError("base", `${base} is the default branch; fixes go to another one`)
  }
  const own = fixBranch(feedback.id)
  if (branch === own && branch !== base) return
  // A push overwrites what is on it.
  throw new PublishError("branch", `${branch.slice(0, 200)} is not the branch of this fix; use ${own}`)
}

/** A differential on another line of commits does not count for this fix. */
async function checkBase({ root, test, differential }: PublishOptions): Promise<void> {
  const [from, to] = [differential.base_commit, test.commit]
  if ((await git(root, ["merge-base", "--is-ancestor", from, to])).exit_code === 0) return
  const message = `the regression test ran on ${from.slice(0, 12)}, and the fix is not built on that; run it on the commit the fix starts from`
  throw new PublishError("differential", message)
}

async function editedFiles({ root, test, differential }: PublishOptions): Promise<readonly string[]> {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"]
  const printed = await requireGit(root, [...args, differential.base_commit, test.commit, "--"])
  const files = printed.split("\0").filter((path) => path !== "")
  if (!files.includes(test.path)) throw new PublishError("change", `${test.path} is not part of it`)
  if (files.length === 1) throw new PublishError("change", "it changes nothing but its test")
  return files
}

/** The text is judged without the row that records the judgement. */
function bodyOf(
  options: PublishOptions,
  found: Pick<PullRequestBodyOptions, "files_edited" | "base_moved" | "conflicts">,
): string {
  const { feedback, plan, test, review } = options
  const { files_edited } = found
  const body = { ...options, ...found, lines_changed: feedback.work.fix?.lines_changed }
  const { triage, hits = [] } = feedback.work
  const candidate_files = [...(triage?.candidate_files ?? []), ...hits, ...plan.files].map(({ path }) => path)
  const binding = { feedback, test_path: test.path, files_edited, candidate_files }
  const pass = feedbackBinding(pullRequestBody(body), binding)
  if (review === null) return pullRequestBody(body)
  return pullRequestBody({ ...body, review: { ...review, passes: [...review.passes, pass] } })
}

/** A base branch that moves faster is no longer followed; then the pull request is on the older one. */
const MAX_REBASES = 3

/** The branch and its draft pull request, an existing one if any. A base that moved since the fix is followed first. */
export const publishStep: FeedbackStep = {
  name: "publish",
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal } = context
    const { plan, branch, test, differential, review } = workOf(
      row,
      "plan",
      "branch",
      "test",
      "differential",
      "review",
    )
    const { work } = row
    const head = await fetchBase(context, row)
    if (head !== work.base_commit && (work.rebases ?? 0) < MAX_REBASES) {
      const outdated = { base_commit: head, because: "moved" } as const
      return keep(context, row, { work: { outdated }, note: { step: "publish", ...outdated } })
    }
    const { pull_request, draft } = await publishFix({
      root: settings.root,
      forge: settings.forge,
      feedback: row,
      plan,
      base: settings.base,
      branch,
      test,
      differential,
      review: review.passes.length === 0 ? null : review,
      draft: settings.draft,
      signal,
    })
    const { number, url } = pull_request
    context.tell("published", { number, url, draft })
    return moveTo("fix-pr-open", context, row, {
      work: { pull_request },
      fix_pr_url: pull_request.url,
      note: { step: "publish", pr_number: pull_request.number, pr_url: pull_request.url },
    })
  },
}

export function publishTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "publish_self_fix_pr",
    description:
      "Opens the draft pull request of a fix branch, once, after running its test on both sides and the host's review again. Refused without a test that shows the fault, on a review that blocks, and for a large job nobody approved. Repository, base branch, wording, sender and place of the feedback are the host's.",
    input: z.strictObject({
      feedback_id: idInput,
      plan: planInput,
      regression_test_path: z.string().min(1).max(500),
    }),
    annotations: EDITING,
    async run({ feedback_id, plan, regression_test_path }, { signal }) {
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
      const sides = { root, base_commit, fix_commit, test, rooms: settings, timeout_ms, signal }
      const differential = await runDifferential(sides)
      const hits = feedback.work.hits ?? []
      const given = { feedback, plan, hits, refutations: [], signal, base_commit, fix_commit, test }
      const review = await reviewFix(settings, given)
      const published = { feedback, plan, base, branch, test, differential, review }
      const opened = await publishFix({ root, forge, ...published, draft: settings.draft, signal })
      const { number, url } = opened.pull_request
      return { ok: true, result: { number, url, branch, draft: opened.draft } }
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

export function recordTool({ store, forge }: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "record_self_fix_pr",
    description:
      "Notes the pull request of a feedback's fix in its row, with an entry in its history. Its state stays as it is.",
    input: z.strictObject({
      pr_url: z.url().max(2048).describe("The address that publish_self_fix_pr answered"),
      feedback_id: idInput,
    }),
    annotations: EDITING,
    async run({ pr_url, feedback_id }, { signal }) {
      await store.get(feedback_id)
      const target = forge.targetOf(pr_url)
      if (target?.kind !== "pull_request")
        throw new RequestError(`${pr_url} is not a pull request of this forge`)
      const { head, url } = await forge.pulls.get(target.number, signal)
      if (head !== fixBranch(feedback_id)) {
        throw new RequestError(`the pull request is from ${head}, which is not the fix of ${feedback_id}`)
      }
      await store.change(feedback_id, { fix_pr_url: url, note: { record_self_fix_pr: url } })
      return { ok: true, result: { feedback_id, pr_url: url } }
    },
  })
}
