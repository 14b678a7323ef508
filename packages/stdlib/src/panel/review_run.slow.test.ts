import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { scriptedModel } from "@proofloop/runtime/testing"
import { afterAll, describe, expect, it } from "vitest"
import { gateOver, removeTemplates } from "../gate/gate.fixture.ts"
import { QUESTION_IDS } from "./qa/reply.ts"
import { type ReviewRunOptions, reviewRun } from "./review_run.ts"

afterAll(removeTemplates)

type Script = Parameters<typeof scriptedModel>[0]

function json(value: unknown) {
  return { text: JSON.stringify(value) }
}

function finding(severity: string) {
  return json({ findings: [{ severity, summary: "the list is lost", file: "m.py", line: 1, axiom: "Φ" }] })
}

const BEFORE = "def f():\n    return 1\n"
const AFTER = "def f():\n    return 2\n"
const REFINED = "def f():\n    return [2]\n"

/** A run that has committed one change to m.py. */
async function ranOnce() {
  const commits = [{ "m.py": BEFORE }, { "m.py": AFTER }]
  const bench = await gateOver(commits, { critics: { G8: false, build: false } })
  const review = (phases: Pick<ReviewRunOptions, "devil" | "qa">) =>
    reviewRun({ gate: bench.gate, base: "HEAD~1", title: "Return two", ...phases })
  return { ...bench, review, text: () => readFile(join(bench.root, "m.py"), "utf8") }
}

function devil(script: Script, refiner: Script, meta: Script) {
  return { model: scriptedModel(script), refiner: scriptedModel(refiner), meta: scriptedModel(meta) }
}

const patches = (path: string, content: string) => json({ patches: [{ action: "modify", path, content }] })

describe("devil and refiner", () => {
  it("keeps a refinement that passes the gate and wins", async () => {
    const { review, types, text, root } = await ranOnce()
    const phases = devil(
      [finding("blocker")],
      [patches("m.py", REFINED)],
      [json({ winner: "v1", rationale: "better" })],
    )
    const { refinement } = await review({ devil: phases })
    expect(refinement).toMatchObject({ status: "kept", rationale: "better" })
    expect(types()).toEqual(["critic_devil.finding", "critic_devil.review.end", "critic_refiner.kept"])
    expect(await text()).toBe(REFINED)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  it.each([
    ["a tie", json({ winner: "tie", rationale: "the same" }), "tie"],
    ["a judge nobody can read", { text: "v1, I think" }, "v0"],
  ])("takes it back after %s, with the files it made", async (_what, verdict, winner) => {
    const { review, events, text, root } = await ranOnce()
    const two = json({
      patches: [
        { action: "modify", path: "m.py", content: REFINED },
        { action: "create", path: "new/n.py", content: "x = 1\n" },
      ],
    })
    const head = await requireGit(root, ["rev-parse", "HEAD"])
    const { refinement } = await review({ devil: devil([finding("major")], [two], () => verdict) })
    expect(refinement).toMatchObject({ status: "reverted", winner })
    expect(events.at(-1)).toMatchObject({ type: "critic_refiner.reverted", winner })
    expect(await text()).toBe(AFTER)
    expect(existsSync(join(root, "new"))).toBe(false)
    expect(await requireGit(root, ["rev-parse", "HEAD"])).toBe(head)
  })

  it.each([
    ["ast_diff_failed", patches("m.py", "x = 1\n")],
    ["reply_failed", { text: "I cannot" }],
    ["refiner_failed", json({ patches: [] })],
  ])("ends before the decision: %s", async (reason, reply) => {
    const { review, events, text } = await ranOnce()
    const never: Script = []
    const { refinement } = await review({ devil: devil([finding("blocker")], () => reply, never) })
    expect(refinement).toMatchObject({
      status: "reverted",
      winner: "v0",
      rationale: expect.stringContaining(`${reason}: `),
    })
    expect(events.filter(({ type }) => type === "critic_refiner.reverted")).toHaveLength(1)
    expect(await text()).toBe(AFTER)
  })

  it("does not ask the refiner when nothing is flagged or the devil fails", async () => {
    const { review, types } = await ranOnce()
    expect((await review({ devil: devil([finding("minor")], [], []) })).refinement.status).toBe("not_needed")
    expect((await review({ devil: devil([], [], []) })).refinement.status).toBe("not_needed")
    expect(types()).toEqual(["critic_devil.finding", "critic_devil.review.end", "critic_devil.crashed"])
  })
})

const questions = json({ questions: QUESTION_IDS.map((id) => ({ id, question: `What of ${id} here?` })) })

function answers(verdict: string, evidence_loc: string | null, revised_patches: readonly object[] = []) {
  const list = QUESTION_IDS.map((id) => ({ id, verdict, evidence_loc, rationale: "because" }))
  return json({ answers: list, revised_patches })
}

const REPAIR = [{ action: "modify", path: "m.py", content: REFINED }]

function qa(questioner: Script, defender: Script, apply = false) {
  return { questioner: scriptedModel(questioner), defender: scriptedModel(defender), apply }
}

describe("questions and answers", () => {
  it("says nothing when every answer shows its line", async () => {
    const { review, events } = await ranOnce()
    const { qa: result, pr_section } = await review({ qa: qa([questions], [answers("handled", "m.py:2")]) })
    expect(result).toMatchObject({ crashed: null, flips: 0, revised: { status: "none" } })
    expect(pr_section).toBe("")
    expect(events).toMatchObject([
      { type: "critic_qa.answers", handled: 3, gap: 0, uncertain: 0, revised_proposed: false },
    ])
  })

  it("asks once more after a flip, and applies what it gets through the gate", async () => {
    const { review, types, text } = await ranOnce()
    const script = [answers("handled", "m.py:99"), answers("gap", null, REPAIR)]
    const { qa: result, pr_section } = await review({ qa: qa([questions], script, true) })
    expect(result?.revised.status).toBe("kept")
    expect(types()).toEqual([
      "critic_qa.answers",
      "critic_qa.round_trip.start",
      "critic_qa.round_trip.end",
      "critic_qa.revised_kept",
    ])
    expect(await text()).toBe(REFINED)
    expect(pr_section).toContain("closed")
  })

  it("keeps the first answers when the round trip fails", async () => {
    const { review, types } = await ranOnce()
    const script: Script = (_request, turn) => {
      if (turn > 1) throw new Error("gone")
      return answers("handled", null)
    }
    const { qa: result } = await review({ qa: qa([questions], script, true) })
    expect(result).toMatchObject({ flips: 3, revised: { status: "none" } })
    expect(types()).toEqual([
      "critic_qa.answers",
      "critic_qa.round_trip.start",
      "critic_qa.round_trip_failed",
    ])
  })

  it("makes no round trip and applies nothing when applying is off", async () => {
    const { review, types, text } = await ranOnce()
    const { qa: result } = await review({ qa: qa([questions], [answers("gap", null, REPAIR)]) })
    expect(result?.revised.status).toBe("proposed")
    expect((await review({ qa: qa([questions], [answers("handled", null)]) })).qa?.flips).toBe(3)
    expect(types()).toEqual(["critic_qa.answers", "critic_qa.answers"])
    expect(await text()).toBe(AFTER)
  })

  it("takes back what a critic rejects, which gitoma would have shipped", async () => {
    const { review, events, text } = await ranOnce()
    const drops = [{ action: "modify", path: "m.py", content: "x = 1\n" }]
    const { qa: result, pr_section } = await review({
      qa: qa([questions], [answers("gap", null, drops)], true),
    })
    expect(result?.revised.status).toBe("reverted")
    expect(events.map(({ type }) => type).filter((type) => type !== "critic_gate.judged")).toEqual([
      "critic_qa.answers",
      "critic_ast_diff.fail",
      "critic_qa.revised_reverted",
    ])
    expect(await text()).toBe(AFTER)
    expect(pr_section).toContain("a gap is open")
  })

  it("has no answers when the questioner fails, and says it crashed when the defender does", async () => {
    const { review, types } = await ranOnce()
    expect((await review({ qa: qa([], []) })).qa).toMatchObject({ crashed: null, answers: [] })
    const { qa: result, pr_section } = await review({ qa: qa([questions], []) })
    expect(result?.crashed).not.toBeNull()
    expect(pr_section).toContain("CRASHED")
    expect(types()).toEqual(["critic_qa.questioner_failed", "critic_qa.crashed"])
  })
})
