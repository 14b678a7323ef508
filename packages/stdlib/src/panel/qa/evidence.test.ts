import { describe, expect, it } from "vitest"
import { checkEvidence } from "./evidence.ts"
import type { QaAnswer } from "./reply.ts"

const FILES = [
  { path: "src/db.py", text: "a\nb\nc\n" },
  { path: ".github/ci.yml", text: "on: push" },
  { path: "a/x.ts", text: "1" },
]

function handled(evidence_loc: string | null): QaAnswer {
  return { id: "Q1_evidence", verdict: "handled", evidence_loc, rationale: "it is there" }
}

describe("checkEvidence", () => {
  it.each([
    "src/db.py:1",
    "src/db.py:4",
    "src/db.py:2:7",
    "a/src/db.py:2",
    "b/src/db.py:2",
    "./src/db.py:2",
    "/src/db.py:2",
    "db.py:3",
    "repo/src/db.py:3",
    ".github/ci.yml:1",
    "a/x.ts:1",
    " src/db.py:2 ",
  ])("takes %j for evidence", (loc) => {
    const answer = handled(loc)
    expect(checkEvidence([answer], FILES)).toEqual({ answers: [answer], flips: 0 })
  })

  it.each([
    [null, "handled-without-evidence"],
    ["", "handled-without-evidence"],
    ["src/db.py", "unparseable-loc"],
    ["src/db.py:1-3", "unparseable-loc"],
    ["Makefile:1", "unparseable-loc"],
    ["see src/db.py:1", "unparseable-loc"],
    ["src/other.py:1", "file-not-in-diff"],
    ["b.py:1", "file-not-in-diff"],
    ["src/db.py:0", "bad-line-number"],
    ["src/db.py:99999999999999999999", "bad-line-number"],
    ["src/db.py:5", "line-out-of-range"],
    ["src/db.py:500", "line-out-of-range"],
  ])("flips %j: %s", (loc, reason) => {
    const { answers, flips } = checkEvidence([handled(loc)], FILES)
    expect(flips).toBe(1)
    expect(answers[0]).toMatchObject({
      verdict: "gap",
      rationale: `[auto-flipped from handled: ${reason}] it is there`,
    })
  })

  it("leaves gap and uncertain alone, and keeps the rationale within 400 characters", () => {
    const gap: QaAnswer = { ...handled(null), verdict: "gap" }
    const uncertain: QaAnswer = { ...handled("nonsense"), verdict: "uncertain" }
    const long: QaAnswer = { ...handled(null), rationale: "x".repeat(400) }
    const { answers, flips } = checkEvidence([gap, uncertain, long], FILES)
    expect(answers.slice(0, 2)).toEqual([gap, uncertain])
    expect(flips).toBe(1)
    expect(answers[2]?.rationale).toHaveLength(400)
  })
})
