import { type AuditReport, failedMetric, isCompileFixMode } from "../report.ts"

/** Rules for a plan. Those on failing tests and on the build appear only when these fail. */
export function plannerRules(report: AuditReport): string {
  const rules = [
    ...(failedMetric(report, ["test_results"]) === undefined ? [] : [FAILING_TESTS]),
    ...(isCompileFixMode(report) ? [BROKEN_BUILD] : []),
    README,
    "Each subtask is about one thing and one to three files, and says what is wrong now and what is right afterwards.",
    "A build manifest is a file hint only of a subtask whose purpose is that manifest. A lockfile never is.",
    "Plan nothing that was tried lately and failed on the same files.",
  ]
  return ["## RULES", ...rules.map((rule, index) => `${index + 1}. ${rule}`)].join("\n\n")
}

const FAILING_TESTS =
  'HARD RULE, FAILING TESTS: tests fail. The first task, priority 1 and metric "test_results", repairs the SOURCES under the failing tests. Its file hints are those source files, not the tests: a test that says what is right is not changed to say what is wrong.'

const BROKEN_BUILD =
  'HARD RULE, BROKEN BUILD: the project does not build. The first task, metric "build", repairs the source that does not compile. No subtask is about a build manifest.'

const README =
  "HARD RULE, README: no subtask is about a README alone, unless a measure above found fault with the README. A README changes with the code it describes; other documentation belongs in docs/."
