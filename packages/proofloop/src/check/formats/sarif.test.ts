import { catalogue } from "@proofloop/stdlib/internal/check"
import { describe, expect, it } from "vitest"
import type { CheckReport, ReportedFinding, SuppressedFinding } from "../report.ts"
import { sarifText } from "./sarif.ts"
import { sarifFaults } from "./sarif_schema.fixture.ts"

const FINDING: ReportedFinding = {
  critic: "G7",
  path: "src/db.py",
  line: 5,
  column: 3,
  after_line: 5,
  rule: "missing_definition",
  severity: "error",
  message: "the function seed was defined here and is gone",
  fingerprint: "0123456789abcdef",
}

const { line: _line, column: _column, after_line: _after, ...WHOLE_FILE } = FINDING

const EMPTY: CheckReport = {
  findings: [],
  suppressed: [],
  fixed: [],
  unable: [],
  skipped: [],
  ran: catalogue.map(({ id }) => id),
  changed: 1,
  looked_at: { parsed: 1, as_text: [], text_critics: [], unread: [] },
  unanswered: [],
}

const found = (...findings: readonly ReportedFinding[]): Partial<CheckReport> => ({ findings })
const accepted = (one: Pick<SuppressedFinding, "by" | "is_new"> & { readonly reason?: string }) => ({
  suppressed: [{ ...FINDING, ...one }],
})

const REPORTS: Readonly<Record<string, Partial<CheckReport>>> = {
  "nothing found": {},
  "a finding at a line and a column": found(FINDING),
  "two findings of one kind": found(FINDING, FINDING),
  "a warning": found({ ...FINDING, severity: "warning" }),
  "a finding about what is gone": found({ ...FINDING, side: "before", after_line: 1 }),
  "a finding about a whole file": found(WHOLE_FILE),
  "a finding that --fix repairs": found({
    ...FINDING,
    fix: { title: "rename it", edits: [{ start: 0, end: 1, text: "x" }] },
  }),
  "a finding about a comment that accepts": found({ ...FINDING, critic: "suppression", rule: "unused" }),
  "one finding of each critic": found(
    ...catalogue.map(({ id }, index) => ({ ...FINDING, critic: id, after_line: index + 1 })),
  ),
  "names of files that need escapes": found(
    ...["with space/ü%20.py", "a:b.py", "http://a.b/c.py", "q?#f.py", "…/[x].ts", 'tab\t"back\\slash'].map(
      (path) => ({ ...FINDING, path }),
    ),
  ),
  "a message with every kind of sign": found({ ...FINDING, message: '{0} [x](1) "q"\n\u0000\ud83d\u2028' }),
  "accepted by a comment of this change": accepted({ by: "comment", reason: "moved", is_new: true }),
  "accepted by the baseline": accepted({ by: "baseline", is_new: false }),
  "critics that could not look": {
    unable: [
      { critic: "G2", reason: "not read in time", timed_out: true, partly: true },
      { critic: "G8", reason: "it ended", crashed: true },
      { critic: "G12", reason: "no network" },
    ],
  },
  "files that nobody read": { skipped: [{ path: "big file.json", reason: "too_large" }] },
}

describe("SARIF is valid by the schema of OASIS, and complete for code scanning", () => {
  it.each(Object.entries(REPORTS))("%s", (_what, given) => {
    expect(sarifFaults(sarifText({ ...EMPTY, ...given }))).toEqual([])
  })
})

it("a finding about a whole file stands at its first line", () => {
  expect(sarifText({ ...EMPTY, ...found(WHOLE_FILE) })).toContain('"startLine": 1\n')
})

describe("the schema notices", () => {
  const text = sarifText({ ...EMPTY, ...found(FINDING) })

  it.each([
    [/"startLine": 5/, '"startLine": 0'],
    [/"startLine": 5,/, ""],
    [/"level": "error"/, '"level": "fatal"'],
    [/"uri": "src/, '"uri": "/src'],
    [/"uri": "src\/db/, '"uri": "src/../../db'],
    [/"uri": "src/, '"uri": "file:///src'],
    [/"uri": "src/, '"uri": "a b'],
    [/"text": "the function[^"]*"/, '"text": ""'],
    [/"primaryLocationLineHash": "[^"]*"/, '"other": "1"'],
    [/"ruleIndex": 0/, '"ruleIndex": -1'],
    [/"columnKind"/, '"columnKinds"'],
  ])("%s as %j", (old_text, new_text) => {
    const broken = text.replace(old_text, new_text)
    expect(broken).not.toBe(text)
    expect(sarifFaults(broken)).not.toEqual([])
  })
})
