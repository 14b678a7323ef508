import { thrownMessage } from "@proofloop/foundation/errors"
import { containedRead } from "@proofloop/foundation/files"
import { atCommit, diffBetween, git } from "@proofloop/foundation/git"
import { defineTool, type Tool } from "@proofloop/runtime"
import { applyPatches } from "@proofloop/stdlib"
import * as z from "zod"
import { workOf } from "../../drive/step.ts"
import type { FixPlan, RegressionTest } from "../feedback.ts"
import type { ProposedTest, SelfCorrectionSettings, TestRooms } from "../settings.ts"
import {
  commitMessage,
  commitOnTop,
  feedbackIdOf,
  fixBranch,
  keepCommit,
  moveFixBranch,
  readFixBranch,
  resolveCommit,
} from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { proposeTestWith } from "./propose_test.ts"
import { testCommand } from "./run_test.ts"
import { type FeedbackStep, inTreeOf, keep, orRefuted } from "./step.ts"
import { setUpForTest } from "./test_room.ts"
import { checkTest } from "./test_rules.ts"
import { commitInput, EDITING, planInput } from "./tool_inputs.ts"

export interface WriteTestOptions {
  readonly root: string
  /** As `fixBranch` names it; it has the fix commit. */
  readonly branch: string
  readonly fix_commit: string
  readonly test: ProposedTest
  readonly rooms: TestRooms
  /** The command line that runs one test file. Default: by the test's language and the project's runner. */
  readonly test_command?: ((path: string) => string) | undefined
  /** Called with the name of each step before it. A throw stops there. */
  readonly watch?: ((step: "write" | "commit" | "move" | "clean") => void | Promise<void>) | undefined
}

/**
 * Commits a regression test on top of the fix in a temporary work tree, then moves the fix branch in one step. The
 * same test gives the same commit. Rejects with a FixError for a test that `checkTest` refuses or no runner can run,
 * with GitError, and with InvalidOptionError for a bad branch; then nothing has changed.
 * @requirement self-correction.regression-test
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
  { root: work_folder, test, test_command, rooms }: WriteTestOptions,
  root: string,
  fix: string,
): Promise<RegressionTest> {
  const { path, content } = test
  const before = await readBefore(root, path)
  await checkTest(test, { before, changed_files: await changedBy(root, fix) })
  try {
    await applyPatches(root, [{ action: "modify", path, content }])
  } catch (error) {
    const reason = thrownMessage(error)
    throw new FixError("invalid_test", `the test: ${reason}`, { cause: error })
  }
  if (test_command !== undefined) return { path, command: test_command(path) }
  await setUpForTest(root, { rooms, path, work_folder })
  return { path, command: await testCommand({ root, path, content, before }) }
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

export const writeTestStep: FeedbackStep = {
  name: "write_test",
  needs: ["forge", "model", "runner"],
  run: orRefuted("write_test", "test", async (row, context) => {
    const { settings } = context
    const { base_commit, branch, fix: made } = workOf(row, "base_commit", "branch", "fix")
    const diff = await diffBetween(settings.root, base_commit, made.commit)
    const propose = settings.propose_test ?? proposeTestWith(settings.modelFor("test"), settings)
    const test = await inTreeOf(row, made.commit, context, (given) => propose({ ...given, diff }))
    const { root, test_command } = settings
    const given = { root, branch, fix_commit: made.commit, test, test_command, rooms: settings }
    const written = await writeRegressionTest(given)
    await keepCommit(context, row, "write_test", written.commit)
    context.tell("test_written", { path: written.path, commit: written.commit })
    const note = { step: "write_test", ...written }
    return keep(context, row, { work: { test: written }, regression_test_path: written.path, note })
  }),
}

export function testTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "write_self_fix_regression_test",
    description:
      "Commits a regression test on top of a fix. Without a test, the host's model writes one. It has to be a real test with an assertion, and may not weaken others.",
    input: z.strictObject({
      plan: planInput,
      fix_commit: commitInput.describe("The commit that apply_self_fix answered"),
      test: z
        .strictObject({ path: z.string().min(1).max(500), content: z.string().min(1).max(200_000) })
        .optional(),
    }),
    annotations: EDITING,
    async run({ plan, fix_commit, test: given }, { signal }) {
      const { root, test_command } = settings
      const branch = fixBranch(plan.feedback_id)
      const test = given ?? (await proposedTest(settings, plan, fix_commit, signal))
      const written = await writeRegressionTest({
        root,
        branch,
        fix_commit,
        test,
        test_command,
        rooms: settings,
      })
      return { ok: true, result: { branch, ...written } }
    },
  })
}

async function proposedTest(
  settings: SelfCorrectionSettings,
  plan: FixPlan,
  fix_commit: string,
  signal: AbortSignal,
): Promise<ProposedTest> {
  const { root, store } = settings
  const feedback = await store.get(plan.feedback_id)
  const diff = await diffBetween(root, `${fix_commit}^`, fix_commit)
  const propose = settings.propose_test ?? proposeTestWith(settings.modelFor("test"), settings)
  return atCommit(root, fix_commit, (tree) =>
    propose({ root: tree, feedback, plan, hits: [], refutations: [], signal, diff }),
  )
}
