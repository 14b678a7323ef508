import { changeSet } from "@proofloop/foundation/git"
import { criticById } from "@proofloop/stdlib/internal/critics"
import { expect, it } from "vitest"
import { createStyle } from "../terminal/style.ts"
import { formatReport } from "./formats.ts"
import { type CheckReport, reportedFindings, unableCritics } from "./report.ts"

it("what could not be looked at is told beside what was found, in every format", () => {
  const violation = { path: "b.json", line: 1, rule: "json_syntax", message: "Not valid JSON", evidence: "{" }
  const verdict = { status: "fail" as const, violations: [violation], unable: "a.py: not read in time" }
  const results = [{ critic: criticById("G2"), verdict, duration_ms: 1 }]
  const change = changeSet([
    { path: "a.py", after: "a" },
    { path: "b.json", after: "{" },
  ])
  const report: CheckReport = {
    findings: reportedFindings(
      results,
      change,
      () => "error",
      () => true,
    ),
    suppressed: [],
    fixed: [],
    unable: unableCritics(results),
    skipped: [],
    ran: ["G2"],
    changed: 2,
    looked_at: { parsed: 2, as_text: [], text_critics: [], unread: [] },
    unanswered: [],
  }
  expect(report).toMatchObject({
    findings: [{ critic: "G2", path: "b.json" }],
    unable: [{ critic: "G2", reason: "a.py: not read in time" }],
  })
  const style = createStyle(
    { is_terminal: false, columns: undefined, write: () => {}, isClosed: () => false },
    {},
  )
  const told = (format: "text" | "sarif" | "github" | "markdown") => formatReport(format, report, style)
  expect(told("text")).toContain("could not look  G2: a.py: not read in time\n1 finding by G2")
  expect(told("github")).toContain("::warning title=G2 could not look::a.py: not read in time")
  expect(told("markdown")).toContain("| G2 | a.py: not read in time |")
  expect(told("text")).toContain("1 critic looked at 2 changed files")
  expect(told("sarif")).toContain("G2 could not look: a.py: not read in time")
})
