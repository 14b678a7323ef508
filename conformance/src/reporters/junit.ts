import type { CaseOutcome } from "../run_case.ts"
import type { SuiteResult } from "../run_suite.ts"

/** JUnit XML, one test suite. */
export function formatJunit({ cases, failed, skipped }: SuiteResult): string {
  const seconds = cases.reduce((sum, { duration }) => sum + duration, 0) / 1000
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="proofloop conformance" tests="${cases.length}" failures="${failed}" skipped="${skipped}" time="${seconds.toFixed(3)}">`,
    ...cases.map(formatCase),
    "</testsuite>",
    "",
  ].join("\n")
}

function formatCase({ id, requirement, status, message = "", duration }: CaseOutcome): string {
  const open = `  <testcase classname="${escape(requirement)}" name="${escape(id)}" time="${(duration / 1000).toFixed(3)}"`
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
