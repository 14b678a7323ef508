import { cutCodePoints } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type CriticVerdict, unable, type Violation, verdictOf } from "../verdict.ts"
import { runTests } from "./detect_failing_tests.ts"
import { failureOf, fileOfTest, isUnnamed } from "./failing_tests.ts"
import { findRegressions } from "./regressions.ts"

interface TestOptions {
  readonly timeout_ms: number
  readonly command?: string | undefined
}

export async function judgeTests(facts: RepositoryFacts, options: TestOptions): Promise<CriticVerdict> {
  const { root } = facts
  const before = facts.baselines.failing_tests
  if (root === null) return unable("tests need a work tree to run in")
  if (before === undefined) return unable("no baseline: the tests were not run before the change")
  if (before === null) return unable("no baseline: the tests could not be run before the change")
  const run = await runTests(root, {
    ...options,
    signal: facts.signal,
    runner: facts.runner,
    parsers: facts.parsers,
  })
  if ("reason" in run) {
    // The tests ran here before, so the change asks for a module that nobody has.
    if (run.cause === "missing_module") {
      const message = `${cutCodePoints(run.reason, 400)}; they could run before this change`
      return verdictOf([{ path: ".", rule: "test_regression", message, evidence: run.reason }])
    }
    return run.timed_out === true ? { ...unable(run.reason), timed_out: true } : unable(run.reason)
  }
  const { failing } = run
  facts.on_measured?.({ failing_tests: failing })
  const regressions = findRegressions(before, failing)
  if (isUnnamed(before) && regressions.length > 0) {
    return unable("what failed before the change could not be told from the output of the tests")
  }
  return verdictOf(regressions.map((name) => violationOf(name, failing)))
}

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
