import { containedRead } from "@proofloop/foundation/files"
import {
  atCommit,
  checkOut,
  git,
  mergeBase,
  removeAbandonedTrees,
  requireGit,
} from "@proofloop/foundation/git"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { workOf } from "../../drive/step.ts"
import type { Differential, RegressionTest } from "../feedback.ts"
import type { SelfCorrectionSettings, TestRooms } from "../settings.ts"
import { changedHarness } from "./changed_harness.ts"
import { judgeSides, type Shown } from "./classify_test.ts"
import { feedbackIdOf, resolveCommit } from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { type RegressionTestRun, runTest, testCommand } from "./run_test.ts"
import { type FeedbackStep, fetchBase, keep, orRefuted, refute } from "./step.ts"
import { openTestRoom, setUpForTest, type TestRoom } from "./test_room.ts"
import { CHECKING } from "./tool_inputs.ts"

export interface DifferentialOptions {
  readonly root: string
  readonly base_commit: string
  readonly fix_commit: string
  /** `commit` has the test file. Default: the fix commit. */
  readonly test: RegressionTest & { readonly commit?: string | undefined }
  readonly rooms: TestRooms
  /** For one run. Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one test on two commits, each in a temporary work tree, with the test file and its harness as in
 * `test.commit`. Holds only when it fails on the base by an assertion and passes on the fix, twice each. Rejects with
 * GitError, with a FixError "environment" when the test cannot run here, and with the signal's reason.
 * @requirement self-correction.differential
 */
export async function runDifferential(options: DifferentialOptions): Promise<Differential> {
  const { root, signal } = options
  await removeAbandonedTrees(root)
  const base_commit = await resolveCommit(root, options.base_commit)
  const fix_commit = await resolveCommit(root, options.fix_commit)
  const test_commit = await resolveCommit(root, options.test.commit ?? fix_commit)
  const sides: Side[] = []
  try {
    const harness = await changedHarness(root, { base: base_commit, commit: test_commit })
    const put = { commit: test_commit, paths: [options.test.path, ...harness] }
    for (const commit of [base_commit, fix_commit]) {
      signal?.throwIfAborted()
      sides.push(await openSide(options, commit, put))
    }
    const [base_side, fix_side] = sides
    if (base_side === undefined || fix_side === undefined) throw new Error("a side is missing")
    const [base, fix] = await runBoth(base_side, fix_side)
    const found = judgeSides(base, fix) ?? (await foundFlaky(base_side, fix_side))
    if (found?.blame === "environment")
      throw new FixError("environment", found.reason, { is_told_by_test: true })
    const record = ({ outcome, exit_code, output }: RegressionTestRun) => ({ outcome, exit_code, output })
    return {
      base_commit,
      fix_commit,
      base: record(base),
      fix: record(fix),
      verified: found === null,
      sandbox: base.sandbox,
      setup_problem: base.setup_problem ?? fix.setup_problem,
      reason: found?.reason ?? "",
      blame: found?.blame ?? null,
    }
  } finally {
    for (const side of sides) await side.remove()
  }
}

interface Side {
  run(): Promise<RegressionTestRun>
  remove(): Promise<void>
}

async function openSide(
  options: DifferentialOptions,
  commit: string,
  put: { readonly commit: string; readonly paths: readonly string[] },
): Promise<Side> {
  const { root: work_folder, test, rooms, timeout_ms, signal } = options
  const tree = await checkOut(work_folder, commit)
  const { root } = tree
  try {
    const placed = await git(root, ["checkout", "--quiet", put.commit, "--", ...put.paths])
    const place = await openTestRoom(root, { rooms, path: test.path, work_folder, signal })
    return {
      run: async () =>
        placed.exit_code === 0
          ? runTest({ root, test, place, timeout_ms, signal })
          : missing(`${test.path} is not in the commit ${put.commit.slice(0, 12)}`, place),
      remove: async () => {
        await place.close()
        await tree.remove()
      },
    }
  } catch (error) {
    await tree.remove()
    throw error
  }
}

function missing(reason: string, { room: { sandbox } }: TestRoom): RegressionTestRun {
  const nothing = { exit_code: null, timed_out: false, output: "", tests_run: null, setup_problem: null }
  return { outcome: "error", blame: "test", reason, sandbox, ...nothing }
}

/** A test that ends on one side and never on the other hangs there. Runs once more: a busy machine looks the same. */
async function runBoth(
  base_side: Side,
  fix_side: Side,
): Promise<readonly [base: RegressionTestRun, fix: RegressionTestRun]> {
  const [base, fix] = [await base_side.run(), await fix_side.run()]
  if (base.timed_out === fix.timed_out) return [base, fix]
  const again = await (base.timed_out ? base_side : fix_side).run()
  if (!again.timed_out) return [base, fix]
  const hanging = { ...again, blame: "test" } as const
  return base.timed_out ? [hanging, fix] : [base, hanging]
}

async function foundFlaky(base_side: Side, fix_side: Side): Promise<Shown | null> {
  const base = await base_side.run()
  const fix = base.outcome === "fail" ? await fix_side.run() : null
  const lacking = [base, fix].find((run) => run?.blame === "environment")
  if (lacking) return { reason: lacking.reason, blame: "environment" }
  if (fix === null)
    return { reason: `the test is flaky; run again on the base: ${base.reason}`, blame: "test" }
  if (fix.outcome === "pass") return null
  return { reason: `the test is flaky; run again on the fix: ${fix.reason}`, blame: "test" }
}

/** The test on both commits: it fails without the fix and passes with it. @requirement self-correction.differential */
export const differentialStep: FeedbackStep = {
  name: "differential",
  needs: ["runner"],
  run: orRefuted("differential", "test", async (row, context) => {
    const { settings, signal } = context
    const { base_commit, test } = workOf(row, "base_commit", "test")
    const { root, test_timeout_ms: timeout_ms } = settings
    const rooms = settings
    const sides = { root, base_commit, fix_commit: test.commit, test, rooms, timeout_ms, signal }
    const ran = await runDifferential(sides)
    const { verified, base, fix: fixed, reason, blame, setup_problem } = ran
    const setup = setup_problem == null ? {} : { setup_problem }
    const told = { verified, base: base.outcome, fix: fixed.outcome, reason: reason.slice(0, 300), ...setup }
    context.tell("differential", told)
    if (verified) {
      return keep(context, row, { work: { differential: ran }, note: { step: "differential", ...told } })
    }
    const redo = blame ?? "test"
    const { output } = redo === "fix" ? fixed : base
    return refute("differential", row, context, { reasons: [`${reason}\n${output}`.trim()], redo })
  }),
}

export function differentialTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "verify_differential",
    description:
      "Runs one test file on the commit a fix branch starts from and on the branch, each in a tree of its own. Holds only when it fails by an assertion without the fix and passes with it.",
    input: z.strictObject({
      test_path: z.string().min(1).max(500),
      fix_branch: z.string().min(1).max(200).describe("The branch that apply_self_fix answered"),
    }),
    annotations: CHECKING,
    async run({ test_path, fix_branch }, { signal }) {
      const { root, test_timeout_ms: timeout_ms } = settings
      const { base_commit, fix_commit } = await commitsOf(settings, fix_branch, signal)
      const test = await regressionTest(settings, fix_commit, test_path, base_commit)
      const ran = await runDifferential({
        root,
        base_commit,
        fix_commit,
        test,
        rooms: settings,
        timeout_ms,
        signal,
      })
      return ran.verified ? { ok: true, result: ran } : { ok: false, error: ran.reason, result: ran }
    },
  })
}

/** The head and the start of a fix branch. Rejects with GitError, and InvalidOptionError for another branch. */
export async function commitsOf(
  settings: SelfCorrectionSettings,
  branch: string,
  signal: AbortSignal,
): Promise<{ readonly base_commit: string; readonly fix_commit: string }> {
  feedbackIdOf(branch)
  const { root, base } = settings
  const fix_commit = await resolveCommit(root, `refs/heads/${branch}`)
  const head = await fetchBase({ settings, signal })
  const base_commit = await mergeBase(root, head, fix_commit)
  if (base_commit === null) throw new Error(`${branch} does not come from ${base}`)
  return { base_commit, fix_commit }
}

/** A test of the branch with its command line: the host's or the project's, never the caller's. */
export async function regressionTest(
  settings: SelfCorrectionSettings,
  commit: string,
  path: string,
  base_commit: string,
): Promise<RegressionTest & { readonly commit: string }> {
  const { root, test_command } = settings
  if (test_command !== undefined) return { path, command: test_command(path), commit }
  const command = await atCommit(root, commit, async (tree) => {
    const content = await containedRead(tree, path)
    if (!(content instanceof Buffer)) throw new Error(`there is no test ${path} on the branch`)
    const before = await requireGit(root, ["show", `${base_commit}:${path}`]).catch(() => null)
    await setUpForTest(tree, { rooms: settings, path, work_folder: root })
    return testCommand({ root: tree, path, content: content.toString(), before })
  })
  return { path, command, commit }
}
