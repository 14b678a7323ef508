import { detectFailingTests } from "@proofloop/stdlib/critics"
import { isUnnamed } from "@proofloop/stdlib/internal/critics"
import type { Analyser } from "./analyser.ts"
import type { Metric } from "./metric.ts"
import type { Repository } from "./repository/repository.ts"

const TIMEOUT_MS = 600_000
const MAX_TOLD = 12

/**
 * Whether the repository's own tests pass: 1 when they do, else 0. Unable when they may not run, or could not. Its
 * details list the failing ones in lines that begin with a bullet, as a plan's filters read them.
 */
export const testResults: Analyser = {
  name: "test_results",
  title: "Test results",
  weight: 3,
  checks: [{ looks_at: "the repository's own tests, run in a room", points: 100, judge: () => null }],
  async analyse(repository) {
    const failing = await failingIn(repository)
    if (failing === undefined) return result(null, "the tests were not run", [])
    if (failing === null) return result(null, "the tests could not be run", [])
    const names = [...failing]
    if (isUnnamed(new Set(names))) return result(null, "the check fails and names no test", [])
    return names.length === 0
      ? result(1, "the tests pass", [])
      : result(0, `${names.length === 1 ? "1 test fails" : `${names.length} tests fail`}`, names)
  },
}

/** null: they could not run; undefined: they may not. */
async function failingIn({
  facts,
  runner,
  failing_tests,
  signal,
}: Repository): Promise<Iterable<string> | null | undefined> {
  if (failing_tests !== undefined) return failing_tests
  if (runner === undefined || facts.root === null) return undefined
  const failing = await detectFailingTests(facts.root, { runner, signal, timeout_ms: TIMEOUT_MS })
  signal?.throwIfAborted()
  return failing
}

function result(score: number | null, summary: string, failing: readonly string[]): Metric {
  const told = failing.slice(0, MAX_TOLD)
  const [first] = told
  return {
    name: "test_results",
    title: "Test results",
    score,
    status: score === null ? "unable" : score === 1 ? "pass" : "fail",
    summary,
    evidence: told.map((name) => ({ path: fileOf(name), line: null, what: `${name} fails`, is_fault: true })),
    suggestions:
      first === undefined
        ? []
        : [
            {
              title: "Repair the sources under the failing tests",
              description: `These tests fail: ${told.slice(0, 5).join(", ")}. Find the fault in what they test and repair it there.`,
              file_hints: [],
              action: "modify",
              needs_person: false,
            },
          ],
    details: [summary, ...told.map((name) => `• ${name}`)].join("\n"),
  }
}

/** The file that a test's name begins with, else the root. */
function fileOf(name: string): string {
  const path = name.split("::")[0]?.split(" > ")[0]?.trim() ?? ""
  return /^[\w./-]{1,400}\.\w{1,5}$/.test(path) ? path : "."
}
