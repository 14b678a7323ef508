import { realpath } from "node:fs/promises"
import { listTree } from "@proofloop/foundation/git"
import { findTestCommand } from "@proofloop/foundation/paths"
import type { Runner } from "@proofloop/foundation/sandbox"
import { failingTests, readFailingTests } from "./failing_tests.ts"
import { ownModules } from "./own_modules.ts"
import { type OwnParsers, runProjectCheck } from "./project_command.ts"

export interface DetectFailingTestsOptions extends OwnParsers {
  /** Default 90 000. */
  readonly timeout_ms?: number | undefined
  /** Aborts the test runs. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Where they run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** A command line, run by a shell. Default: the runner of the project. */
  readonly command?: string | undefined
}

/** Runs the tests in `root` and names the failing ones; null when they cannot run. A project never makes it reject. */
export async function detectFailingTests(
  root: string,
  options: DetectFailingTestsOptions = {},
): Promise<ReadonlySet<string> | null> {
  const run = await runTests(root, options)
  if ("failing" in run) return run.failing
  return run.cause === "nothing_ran" ? failingTests(new Map()) : null
}

export type TestRun =
  | {
      readonly failing: ReadonlySet<string>
    }
  | {
      readonly reason: string
      /** They did not end in time. */
      readonly timed_out?: true
      /** The runner found no test, or a module of others is missing. */
      readonly cause?: "nothing_ran" | "missing_module"
    }

/** As detectFailingTests, but says why tests could not be run. */
export async function runTests(
  given_root: string,
  options: DetectFailingTestsOptions = {},
): Promise<TestRun> {
  const root = await realpath(given_root).catch(() => null)
  if (root === null) return { reason: `${given_root} is not a folder` }
  const command =
    options.command ?? (await findTestCommand(root, { files: await listTree(root), whole: true }))
  if (command === null) return { reason: "no test runner was found in the repository" }
  const { timeout_ms = 90_000, signal, runner, parsers } = options
  const isOwnModule = await ownModules(root)
  const check = await runProjectCheck(root, command, { timeout_ms, signal, runner, parsers, isOwnModule })
  if (check.status === "pass") return { failing: failingTests(new Map(), check.parsed.ran_test_ids ?? []) }
  if (check.status === "fail" && !check.timed_out)
    return { failing: readFailingTests(check, check.output, root) }
  const reason = `${command} ${check.reason}`
  if (check.status === "fail") return { reason, timed_out: true }
  const cause = check.status === "unable" ? check.cause : null
  // Its command may be long, and what is missing is what counts.
  if (cause === "missing_module") return { reason: `a run of the tests ${check.reason}`, cause }
  return cause === "nothing_ran" ? { reason, cause } : { reason }
}
