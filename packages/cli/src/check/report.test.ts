import { criticById } from "@proofloop/stdlib/critics"
import { expect, it } from "vitest"
import { createStyle } from "../terminal/style.ts"
import { formatReport } from "./formats.ts"
import { reportOf } from "./report.ts"

it("what could not be looked at is told beside what was found, in every format", () => {
  const violation = { path: "b.json", line: 1, rule: "json_syntax", message: "Not valid JSON", evidence: "{" }
  const verdict = { status: "fail" as const, violations: [violation], unable: "a.py: not read in time" }
  const report = reportOf([{ critic: criticById("G2"), verdict, duration_ms: 1 }])
  expect(report).toMatchObject({
    findings: [{ critic: "G2", path: "b.json" }],
    unable: [{ critic: "G2", reason: "a.py: not read in time" }],
  })
  const style = createStyle(
    { is_terminal: false, columns: undefined, write: () => {}, isClosed: () => false },
    {},
  )
  const told = (format: "human" | "sarif" | "github") => formatReport(format, report, 2, style)
  expect(told("human")).toContain("could not look  G2: a.py: not read in time\n1 finding by G2")
  expect(told("github")).toContain("::warning title=G2 could not look::a.py: not read in time")
  expect(told("sarif")).toContain("G2 could not look: a.py: not read in time")
})
