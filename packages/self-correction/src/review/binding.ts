import { requireGit } from "@proofloop/foundation/git"
import type { FixReviewer } from "./reviewer.ts"

/** Whether the change is the one that was planned for this feedback, with its regression test in it. */
export const bindingPass: FixReviewer = async ({
  repository,
  base_commit,
  fix_commit,
  feedback,
  plan,
  test,
}) => {
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
