import { git, requireGit } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { isBranchName } from "@proofloop/jobs/forge"
import type { Forge } from "@proofloop/jobs/forge"
import type { Differential, Feedback, FixPlan, FixReview, RegressionTest } from "../feedback/feedback.ts"
import { feedbackBinding } from "./feedback_binding.ts"
import { fixBranch } from "./fix_branch.ts"
import { PublishError } from "./publish_error.ts"
import { pullRequestBody } from "./pull_request_body.ts"

export interface PublishOptions {
  /** The repository that has the commits. */
  readonly root: string
  readonly forge: Forge
  readonly feedback: Pick<Feedback, "id" | "body" | "from_handle" | "severity" | "context_url" | "work">
  readonly plan: FixPlan
  /** Where the pull request goes. */
  readonly base: string
  readonly branch: string
  /** `commit` is what is pushed: the fix with its test. */
  readonly test: RegressionTest & { readonly commit: string }
  readonly differential: Differential
  /** null: it was not reviewed, and the pull request says so. */
  readonly review: FixReview | null
  readonly signal?: AbortSignal | undefined
}

/**
 * Pushes a fix and opens its draft pull request; one that is there for the branch is taken, in whatever state. Rejects with a
 * PublishError, before anything is pushed, for a fix that breaks a hard rule, and with ForgeError and GitError.
 */
export async function publishFix(
  options: PublishOptions,
): Promise<{ readonly number: number; readonly url: string }> {
  const { root, forge, feedback, plan, base, branch, test, signal } = options
  checkFix(options)
  await checkBranches(options)
  const files_edited = await editedFiles(options)
  await checkBase(options)
  const there = await forge.pulls.find(branch, signal)
  // A person merged or closed it before it was noted here.
  if (there !== null && there.state !== "open" && there.base === base)
    return { number: there.number, url: there.url }
  await forge.git.push(root, test.commit, branch, signal)
  const { number, url } = await forge.pulls.open(
    {
      head: branch,
      base,
      title: `fix(${plan.fix_class}): feedback ${feedback.id}`,
      body: bodyOf(options, files_edited),
    },
    signal,
  )
  return { number, url }
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

/** What a differential says of another line of commits says nothing of this fix. */
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

/** The text is judged without the row that says how it was judged. */
function bodyOf(options: PublishOptions, files_edited: readonly string[]): string {
  const { feedback, plan, test, review } = options
  const body = { ...options, files_edited }
  const { triage, hits = [] } = feedback.work
  const candidate_files = [...(triage?.candidate_files ?? []), ...hits, ...plan.files].map(({ path }) => path)
  const binding = { feedback, test_path: test.path, files_edited, candidate_files }
  const pass = feedbackBinding(pullRequestBody(body), binding)
  if (review === null) return pullRequestBody(body)
  return pullRequestBody({ ...body, review: { ...review, passes: [...review.passes, pass] } })
}
