import type { Suite } from "../case.ts"
import { totalOf } from "../counts.ts"
import type { CaseOutcome } from "../run_case.ts"
import type { SuiteResult } from "../run_suite.ts"

const SUITES: readonly Suite[] = ["promises", "golden", "forged"]

/** JUnit XML, a test suite each for promises, golden and forged cases. A suite without cases is left out. */
export function formatJunit(result: SuiteResult): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="proofloop conformance">',
    ...SUITES.filter((suite) => totalOf(result[suite]) > 0).flatMap((suite) => formatSuite(suite, result)),
    "</testsuites>",
    "",
  ].join("\n")
}

function formatSuite(suite: Suite, result: SuiteResult): readonly string[] {
  const cases = result.cases.filter((played) => played.suite === suite)
  const { failed, skipped } = result[suite]
  const seconds = cases.reduce((sum, { duration }) => sum + duration, 0) / 1000
  return [
    `  <testsuite name="${suite}" tests="${cases.length}" failures="${failed}" skipped="${skipped}" time="${seconds.toFixed(3)}">`,
    ...cases.map(formatCase),
    "  </testsuite>",
  ]
}

function formatCase({ id, requirement, status, message = "", duration }: CaseOutcome): string {
  const open = `    <testcase classname="${escape(requirement)}" name="${escape(id)}" time="${(duration / 1000).toFixed(3)}"`
  if (status === "passed") return `${open}/>`
  const element = status === "failed" ? "failure" : "skipped"
  return `${open}><${element} message="${escape(message)}"/></testcase>`
}

function escape(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]/gu, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
}
