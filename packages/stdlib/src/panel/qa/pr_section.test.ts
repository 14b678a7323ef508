import { describe, expect, it } from "vitest"
import { qaSection } from "./pr_section.ts"
import type { QaAnswer } from "./reply.ts"
import { type QaResult, qaSummary } from "./result.ts"

function answer(verdict: QaAnswer["verdict"], rationale = "the empty list is not handled"): QaAnswer {
  return { id: "Q2_edge", verdict, evidence_loc: null, rationale }
}

function result(details: Partial<QaResult>): QaResult {
  return { crashed: null, questions: [], answers: [], flips: 0, revised: { status: "none" }, ...details }
}

describe("qaSection", () => {
  it.each([
    ["it did not run", null],
    ["there are no answers", result({})],
    ["everything is handled", result({ answers: [answer("handled")] })],
    ["nothing is worse than uncertain", result({ answers: [answer("uncertain"), answer("handled")] })],
  ])("is empty when %s", (_what, given) => expect(qaSection(given)).toBe(""))

  it("warns of a crash before anything else", () => {
    const text = qaSection(result({ crashed: "boom\nat line 3", answers: [answer("gap")] }))
    expect(text.startsWith("\n---\n\n## [!] Q&A self-consistency phase CRASHED\n")).toBe(true)
    expect(text).toContain("Treat this PR as ungated")
    expect(text).toContain("Reason: boom\n")
    expect(text).not.toContain("line 3")
  })

  it("cuts the reason of a crash at 300 characters and has words for none", () => {
    expect(qaSection(result({ crashed: "y".repeat(400) }))).toContain(`Reason: ${"y".repeat(299)}…\n`)
    expect(qaSection(result({ crashed: "" }))).toContain("Reason: (not known)")
  })

  it("tells an open gap, and why the revision was taken back", () => {
    const text = qaSection(
      result({
        answers: [answer("gap", "z".repeat(400))],
        revised: { status: "reverted", reason: "w".repeat(300) },
      }),
    )
    expect(text.startsWith("\n---\n\n## [!] Q&A self-consistency: a gap is open\n")).toBe(true)
    expect(text).toContain(`- **Q2_edge**: ${"z".repeat(299)}…\n`)
    expect(text).toContain(`taken back: ${"w".repeat(199)}…\n`)
    expect(qaSection(result({ answers: [answer("gap")] }))).not.toContain("taken back")
  })

  it("tells a gap that was closed without a warning", () => {
    const text = qaSection(result({ answers: [answer("gap")], revised: { status: "kept", commit: "abc" } }))
    expect(text.startsWith("\n---\n\n## Q&A self-consistency: a gap was found and closed\n")).toBe(true)
    expect(text).not.toContain("[!]")
  })

  it("lets a model neither mention people nor begin markup", () => {
    const text = qaSection(result({ answers: [answer("gap", "@owner <img src=x>\n## done `x` [a](b)")] }))
    expect(text).toContain("@\u200bowner &lt;img src=x> ## done \\`x\\` \\[a\\](b)")
  })
})

describe("qaSummary", () => {
  it("counts the verdicts and tells what became of the patches", () => {
    const answers = [answer("handled"), answer("gap"), answer("gap")]
    expect(qaSummary(result({ answers, revised: { status: "kept", commit: null } }))).toBe(
      "Q&A: 1 handled, 2 gap, 0 uncertain; revised patches kept",
    )
    expect(qaSummary(result({ answers }))).toBe("Q&A: 1 handled, 2 gap, 0 uncertain")
    expect(qaSummary(result({ crashed: "x", answers }))).toBe("Q&A: crashed")
    expect(qaSummary(result({}))).toBe("Q&A: no answers")
  })
})
