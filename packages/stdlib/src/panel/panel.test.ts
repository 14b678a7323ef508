import { scriptedModel } from "@proofloop/runtime/testing"
import { afterAll, describe, expect, it } from "vitest"
import type { GateEvent } from "../gate/event.ts"
import { gateOver, proposals, removeTemplates } from "../gate/gate.fixture.ts"
import { createPanel, type PanelOptions } from "./panel.ts"
import { panelReviewer } from "./panel_reviewer.ts"

afterAll(removeTemplates)

function findings(...list: readonly object[]) {
  return { text: JSON.stringify({ findings: list }) }
}

const nothing = findings()

function panelWith(script: Parameters<typeof scriptedModel>[0], options: Partial<PanelOptions> = {}) {
  const events: GateEvent[] = []
  const panel = createPanel({
    model: scriptedModel(script),
    on_event: (event) => events.push(event),
    ...options,
  })
  return { panel, events, types: () => events.map(({ type }) => type) }
}

const CHANGE = { subtask_id: "T001-S01", title: "Do it", diff: "+x" }

describe("createPanel", () => {
  it("asks each persona once and counts severities by the names models use", async () => {
    const { panel, events, types } = panelWith([
      findings({ severity: "CRITICAL", summary: "it loses data", file: "a.py", line: 3 }),
      findings({ severity: "high", summary: "two owners" }, { severity: "low", summary: "a name" }),
      nothing,
    ])
    const { findings: found } = await panel.review(CHANGE)
    expect(found.map(({ persona, severity }) => `${persona} ${severity}`)).toEqual([
      "dev blocker",
      "arch major",
      "arch minor",
    ])
    expect(types()).toEqual([
      "critic_panel.review.start",
      "critic_panel.finding",
      "critic_panel.finding",
      "critic_panel.finding",
      "critic_panel.review.end",
    ])
    expect(events[0]).toMatchObject({ subtask_id: "T001-S01", personas: ["dev", "arch", "contributor"] })
    expect(events.at(-1)).toMatchObject({ findings: 3, flagged: 2 })
  })

  it.each([
    ["an unknown key", { severity: "major", summary: "x", mood: "bad" }],
    ["an unknown severity", { severity: "terrible", summary: "x" }],
    ["no summary", { severity: "major" }],
  ])("rejects the whole reply for %s", async (_what, bad) => {
    const wrong = findings({ severity: "nit", summary: "fine" }, bad)
    const { panel, types } = panelWith([wrong, wrong, wrong, nothing], { personas: ["dev", "arch"] })
    const review = await panel.review(CHANGE)
    expect(review.findings).toEqual([])
    expect(review.errors.map(({ persona }) => persona)).toEqual(["dev"])
    expect(types()).toContain("critic_panel.review.error")
  })

  it("asks nobody when it is off, and remembers the last 200 reviews", async () => {
    const { panel: off, events } = panelWith([], { mode: "off" })
    expect(await off.review(CHANGE)).toMatchObject({ findings: [], errors: [] })
    expect(events).toEqual([])
    const { panel } = panelWith(() => nothing, { personas: ["dev"] })
    for (let at = 0; at < 203; at += 1) await panel.review({ ...CHANGE, subtask_id: `S${at}` })
    expect(panel.reviews).toHaveLength(200)
    expect(panel.reviews[0]?.subtask_id).toBe("S3")
  })

  it("refuses an unknown persona with a near miss", () => {
    expect(() => panelWith([], { personas: ["devv"] })).toThrow(
      expect.objectContaining({ option: "personas", did_you_mean: "dev" }),
    )
  })
})

describe("the panel in a gate", () => {
  const blocker = findings({ severity: "blocker", summary: "it deletes the cache" })
  const subtask = { id: "T001-S01", title: "Do it" }

  async function submitWith(mode: "advisory" | "blocking", script: Parameters<typeof scriptedModel>[0]) {
    const { panel } = panelWith(script, { mode, personas: ["dev"] })
    const { root, gate, types } = await gateOver(
      { "a.txt": "a\n" },
      { only: ["G2"], review: (...given) => panelReviewer(panel, root)(...given) },
    )
    const propose = proposals({ "a.txt": "b\n", "n.txt": "n\n" }, { "a.txt": "c\n" })
    return { outcome: await gate.submit(subtask, propose), types, told: propose.told }
  }

  it("only tells when it is advisory", async () => {
    const { outcome, types } = await submitWith("advisory", [blocker])
    expect(outcome).toMatchObject({ status: "accepted", attempts: 1 })
    expect(types()).toEqual([])
  })

  it("sends a blocker back when it blocks", async () => {
    const diffs: string[] = []
    const { outcome, types, told } = await submitWith("blocking", (request, turn) => {
      diffs.push(request.messages.at(-1)?.content ?? "")
      return turn === 1 ? blocker : nothing
    })
    expect(outcome).toMatchObject({ status: "accepted", attempts: 2 })
    expect(types()).toEqual(["critic_panel.fail", "critic_build_retry.success"])
    expect(told[1]).toContain("it deletes the cache")
    expect(diffs[0]).toContain("+++ b/n.txt")
  })

  it("does not stop a change when its model is gone", async () => {
    const { outcome } = await submitWith("blocking", () => {
      throw new Error("connection refused")
    })
    expect(outcome.status).toBe("accepted")
  })
})
