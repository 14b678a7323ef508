import { describe, expect, it } from "vitest"
import { answersReply, QUESTION_IDS, questionsReply } from "./reply.ts"

const questions = QUESTION_IDS.map((id) => ({ id, question: `What of ${id} here?` }))
const answers = QUESTION_IDS.map((id) => ({ id, verdict: "gap", evidence_loc: null, rationale: "not done" }))

describe("the questioner's reply", () => {
  it("is three questions, one a slot", () => {
    expect(questionsReply.safeParse({ questions }).success).toBe(true)
  })

  it.each([
    ["none", []],
    ["one", questions.slice(0, 1)],
    ["a slot twice", [questions[0], questions[0], questions[2]]],
    ["four", [...questions, questions[0]]],
    ["a short one", [{ id: "Q1_evidence", question: "why?" }, ...questions.slice(1)]],
    ["a long one", [{ id: "Q1_evidence", question: "y".repeat(501) }, ...questions.slice(1)]],
    ["an unknown slot", [{ id: "Q4", question: "y".repeat(20) }, ...questions.slice(1)]],
  ])("is refused with %s", (_what, given) => {
    expect(questionsReply.safeParse({ questions: given }).success).toBe(false)
  })
})

describe("the defender's reply", () => {
  it("is one answer a slot, with or without patches", () => {
    expect(answersReply.parse({ answers }).revised_patches).toEqual([])
    const revised_patches = [{ action: "modify", path: "a.ts", content: "" }]
    expect(answersReply.parse({ answers, revised_patches }).revised_patches).toEqual(revised_patches)
  })

  it.each([
    ["an answer twice", [answers[0], answers[0], answers[1]]],
    ["an unknown verdict", [{ ...answers[0], verdict: "fine" }, ...answers.slice(1)]],
    ["no rationale", [{ ...answers[0], rationale: " " }, ...answers.slice(1)]],
    ["a long rationale", [{ ...answers[0], rationale: "r".repeat(401) }, ...answers.slice(1)]],
    ["a long location", [{ ...answers[0], evidence_loc: "l".repeat(201) }, ...answers.slice(1)]],
  ])("is refused with %s", (_what, given) => {
    expect(answersReply.safeParse({ answers: given }).success).toBe(false)
  })

  it("is refused with an unknown action", () => {
    const revised_patches = [{ action: "rename", path: "a.ts" }]
    expect(answersReply.safeParse({ answers, revised_patches }).success).toBe(false)
  })
})
