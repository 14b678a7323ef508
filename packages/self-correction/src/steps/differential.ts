import { posix } from "node:path"
import { removeAbandonedTrees, checkOut, git, requireGit } from "@proofloop/foundation/git"
import type { Differential, RegressionTest } from "../feedback/feedback.ts"
import { judgeSides, type Shown } from "./classify_test.ts"
import { resolveCommit } from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { runTest, type RegressionTestRun } from "./run_test.ts"

export interface DifferentialOptions {
  readonly root: string
  readonly base_commit: string
  readonly fix_commit: string
  /** `commit` has the test file. Default: the fix commit. */
  readonly test: RegressionTest & { readonly commit?: string | undefined }
  /** For one run. Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one test on two commits, with the test file and its harness as `test.commit` has them, each in a temporary work tree. Holds
 * only when it fails on the base by an assertion and passes on the fix, twice each. Rejects with GitError, with a FixError
 * of the kind "environment" when the test cannot be run here, and with the signal's reason. @requirement self-correction.differential
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
    if (found?.blame === "environment") throw new FixError("environment", found.reason)
    const record = ({ outcome, exit_code, output }: RegressionTestRun) => ({ outcome, exit_code, output })
    return {
      base_commit,
      fix_commit,
      base: record(base),
      fix: record(fix),
      verified: found === null,
      reason: found?.reason ?? "",
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
  const { test, timeout_ms, signal } = options
  const tree = await checkOut(options.root, commit)
  const placed = await git(tree.root, ["checkout", "--quiet", put.commit, "--", ...put.paths])
  return {
    remove: () => tree.remove(),
    run: async () =>
      placed.exit_code === 0
        ? runTest({ root: tree.root, test, timeout_ms, signal })
        : missing(`${test.path} is not in the commit ${put.commit.slice(0, 12)}`),
  }
}

function missing(reason: string): RegressionTestRun {
  const nothing = { exit_code: null, timed_out: false, output: "", tests_run: null }
  return { outcome: "error", blame: "test", reason, ...nothing }
}

/** What ends on one side and never on the other hangs there; once more, so that a busy machine is not taken for that. */
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

const NAMES: ReadonlySet<string> = new Set([
  "conftest.py",
  "sitecustomize.py",
  "usercustomize.py",
  "pytest.ini",
  ".pytest.ini",
  "tox.ini",
])
const CONFIG = /^(?:vitest\.(?:config|workspace|setup)|jest\.(?:config|setup)|\.mocharc)\.\w{1,5}$/

/**
 * What a commit has changed of the files that a runner loads by itself beside a test. They belong to the test: replacing
 * code there turns it green without a fix. Paths are relative to `root`; what is gone is not among them. Rejects with GitError.
 */
async function changedHarness(
  root: string,
  { base, commit }: { readonly base: string; readonly commit: string },
): Promise<readonly string[]> {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", "--diff-filter=d"]
  const changed = (await requireGit(root, [...args, base, commit, "--"])).split("\0")
  return changed.filter((path) => isHarness(posix.basename(path)))
}

function isHarness(name: string): boolean {
  return NAMES.has(name) || CONFIG.test(name)
}
