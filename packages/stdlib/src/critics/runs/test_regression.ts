import { cutCodePoints } from "@proofloop/foundation/text"
import { z } from "zod"
import { defineCritic } from "../critic.ts"
import { unable, type Violation, verdictOf } from "../verdict.ts"
import { findDeletedTests } from "./deleted_tests.ts"
import { runTests } from "./detect_failing_tests.ts"
import { failureOf, fileOfTest, isUnnamed } from "./failing_tests.ts"
import { runInput } from "./project_command.ts"
import { findRegressions } from "./regressions.ts"

const input = z.object({
  ...runInput(90_000),
  /** Whether deleting a test file counts as breaking its tests. */
  deleted_tests: z.enum(["report", "ignore"], { error: "report or ignore" }).default("report"),
})

const MAX_LISTED = 8

/** G8: tests that passed before the change and fail after it. @requirement critics.G8 */
export const testRegression = defineCritic({
  id: "G8",
  title: "Test regression",
  description: "Stops a change after which tests fail that did not fail before it",
  scope: "repository",
  needs: "run",
  default_in: { gate: true, check: false },
  input,
  event: {
    type: "critic_test_regression.fail",
    fields({ violations }) {
      const names = violations.map(({ evidence }) => evidence).sort()
      // The worker's event lists them, the refiner's shows one; both can be read here.
      return { regressions: names.slice(0, MAX_LISTED), sample: names[0] ?? "", total_count: names.length }
    },
  },
  check_name: "Test regression check",
  advice:
    "Keep every attribute, literal and helper that these tests use: read each failing test and what it calls, and change " +
    "the code, not the test.",
  async check(change, facts, options) {
    const { root } = facts
    const before = facts.baselines.failing_tests
    if (root === null) return unable("tests need a work tree to run in")
    if (before === undefined) return unable("no baseline: the tests were not run before the change")
    if (before === null) return unable("no baseline: the tests could not be run before the change")
    const run = await runTests(root, { ...options, signal: facts.signal, runner: facts.runner })
    if ("reason" in run) {
      return run.timed_out === true ? { ...unable(run.reason), timed_out: true } : unable(run.reason)
    }
    const { failing } = run
    facts.on_measured?.({ failing_tests: failing })
    const deleted = options.deleted_tests === "report" ? findDeletedTests(change) : []
    const regressions = findRegressions(before, failing)
    if (isUnnamed(before) && regressions.length > 0 && deleted.length === 0) {
      return unable("what failed before the change could not be told from the output of the tests")
    }
    return verdictOf([...regressions.map((name) => violationOf(name, failing)), ...deleted])
  },
})

function violationOf(name: string, now: ReadonlySet<string>): Violation {
  const failure = failureOf(now, name)
  const first_line = (failure?.message ?? "").split("\n", 1)[0] ?? ""
  return {
    path: fileOfTest(name) ?? (failure?.path || "."),
    rule: "test_regression",
    message: `${cutCodePoints(name, 160)} fails now and did not before this change: ${cutCodePoints(first_line, 160)}`,
    evidence: name,
  }
}
