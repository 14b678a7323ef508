import { realpath } from "node:fs/promises"
import { listTree } from "@proofloop/foundation/git"
import { findTestCommand } from "@proofloop/foundation/paths"
import type { Runner } from "@proofloop/foundation/sandbox"
import { type OutputParser, parseOutput } from "@proofloop/runtime/detector"
import { languagesOf } from "../../repository/languages.ts"
import { failingTests, isUnnamed, readFailingTests } from "./failing_tests.ts"
import { type OwnParsers, reasonLacking, reasonNotRun, runProjectCommand } from "./project_command.ts"

export interface DetectFailingTestsOptions extends OwnParsers {
  /** Default 90 000. */
  readonly timeout_ms?: number | undefined
  /** Aborts the test runs. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Where they run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** A command line, run by a shell. Default: the runner of the project. */
  readonly command?: string | undefined
  /** Which runners are considered. Default: the languages the project has files of. */
  readonly languages?: readonly string[] | undefined
}

/**
 * Runs the tests in `root` and names those that fail; null when they cannot be run. Never rejects because of the
 * project.
 */
export async function detectFailingTests(
  root: string,
  options: DetectFailingTestsOptions = {},
): Promise<ReadonlySet<string> | null> {
  const run = await runTests(root, options)
  return "reason" in run ? null : run.failing
}

export type TestRun =
  | {
      /** Names of the failing tests. */
      readonly failing: ReadonlySet<string>
    }
  | {
      /** Why the tests could not run, in words. */
      readonly reason: string
      /** They did not end in time. */
      readonly timed_out?: true
    }

/** As detectFailingTests, but says why tests could not be run. */
export async function runTests(
  given_root: string,
  options: DetectFailingTestsOptions = {},
): Promise<TestRun> {
  const root = await realpath(given_root).catch(() => null)
  if (root === null) return { reason: `${given_root} is not a folder` }
  const command = options.command ?? findTestCommand(root, options.languages ?? (await languagesIn(root)))
  if (command === null) return { reason: "no test runner was found in the repository" }
  const { timeout_ms = 90_000, signal, runner, parsers } = options
  const outcome = await runProjectCommand(root, command, { timeout_ms, signal, runner })
  const not_run = reasonNotRun(command, outcome)
  if (not_run !== null) return { reason: not_run, ...(outcome.timed_out && { timed_out: true }) }
  const { exit_code, output } = outcome
  if (exit_code === 0) return { failing: passing(output, command, parsers) }
  if (exit_code === PYTEST_NO_TESTS && command.includes("pytest")) return { failing: failingTests(new Map()) }
  return readFailedRun(output, command, root, parsers)
}

/**
 * Reads the output of a failing command as `detectFailingTests` does: names of tests, one sentinel where none is
 * named, or what is missing outside the code.
 */
export function readFailedRun(
  output: string,
  command: string,
  root: string,
  parsers?: readonly OutputParser[],
): TestRun {
  const read = parseOutput(output, command, parsers)
  const failing = readFailingTests(read, output, root)
  const reason = isUnnamed(failing) ? reasonLacking(command, read, output) : null
  return reason === null ? { failing } : { reason }
}

async function languagesIn(root: string): Promise<readonly string[]> {
  return languagesOf(await listTree(root)).map(({ name }) => name)
}

/** pytest's exit code when it found no test; nothing failed then. */
const PYTEST_NO_TESTS = 5

function passing(
  output: string,
  command: string,
  parsers: readonly OutputParser[] | undefined,
): ReadonlySet<string> {
  const { parsed } = parseOutput(output, command, parsers)
  return failingTests(new Map(), parsed.ran_test_ids ?? [])
}
