import { thrownMessage } from "@proofloop/foundation/errors"
import { containedRead } from "@proofloop/foundation/files"
import { atCommit, git } from "@proofloop/foundation/git"
import { applyPatches } from "@proofloop/stdlib"
import type { RegressionTest } from "../feedback/feedback.ts"
import type { ProposedTest } from "../settings/settings.ts"
import {
  commitMessage,
  commitOnTop,
  feedbackIdOf,
  moveFixBranch,
  readFixBranch,
  resolveCommit,
} from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { testCommand } from "./test_command.ts"
import { checkTest } from "./test_rules.ts"

export interface WriteTestOptions {
  readonly root: string
  /** As `fixBranch` names it; it has the fix commit. */
  readonly branch: string
  readonly fix_commit: string
  readonly test: ProposedTest
  /** The command line that runs one test file. Default: by the test's language and the project's runner. */
  readonly test_command?: ((path: string) => string) | undefined
  /** Called with the name of each step before it is taken. What it throws ends it there. */
  readonly watch?: ((step: "write" | "commit" | "move" | "clean") => void | Promise<void>) | undefined
}

/**
 * Commits a regression test on top of the fix in a temporary work tree, then moves the fix branch to it in one step; the same test
 * comes to the same commit. Rejects with a FixError for a test that `checkTest` refuses or nothing can run, with GitError, and
 * with InvalidOptionError for a bad branch; then everything is as it was. @requirement self-correction.regression-test
 */
export async function writeRegressionTest(
  options: WriteTestOptions,
): Promise<RegressionTest & { readonly commit: string }> {
  const { root, branch, watch } = options
  const feedback_id = feedbackIdOf(branch)
  const fix = await resolveCommit(root, options.fix_commit)
  const { tip, commits } = await readFixBranch(root, branch, `${fix}^`)
  if (!commits.some(({ commit }) => commit === fix)) {
    throw new FixError("branch", `${branch} does not have the commit ${fix.slice(0, 12)}; make the fix again`)
  }
  return atCommit(root, fix, async (tree) => {
    await watch?.("write")
    const written = await writeTest(options, tree, fix)
    await watch?.("commit")
    const title = `test: regression test of feedback ${feedback_id}`
    const message = commitMessage(title, feedback_id, { "Regression-Test": written.path })
    const to_commit = { paths: [written.path], message, present: commits }
    const commit = await commitOnTop(tree, fix, to_commit)
    if (commit === null) throw new FixError("invalid_test", `the test ${written.path} is there already`)
    if (commit === tip) return { ...written, commit }
    await watch?.("move")
    await moveFixBranch(root, branch, commit, tip)
    await watch?.("clean")
    return { ...written, commit }
  })
}

async function writeTest(
  { test, test_command }: WriteTestOptions,
  root: string,
  fix: string,
): Promise<RegressionTest> {
  const { path, content } = test
  const before = await readBefore(root, path)
  checkTest(test, { before, changed_files: await changedBy(root, fix) })
  try {
    await applyPatches(root, [{ action: "modify", path, content }])
  } catch (error) {
    const reason = thrownMessage(error)
    throw new FixError("invalid_test", `the test: ${reason}`, { cause: error })
  }
  const command = test_command?.(path) ?? (await testCommand({ root, path, content, before }))
  return { path, command }
}

async function readBefore(root: string, path: string): Promise<string | null> {
  const content = await containedRead(root, path)
  if (content === null) return null
  if (typeof content === "string") throw new FixError("invalid_test", `the test ${path}: it cannot be read`)
  return content.toString()
}

async function changedBy(root: string, commit: string): Promise<readonly string[]> {
  const args = ["diff-tree", "--no-commit-id", "--name-only", "-r", "-z", commit]
  return (await git(root, args)).stdout.split("\0").filter((path) => path !== "")
}
