import type { JsonObject } from "@proofloop/foundation/text"
import { createAgentLoop, type Model, type ModelRequest } from "@proofloop/runtime"
import { scriptedModel, scriptedTool, type ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { continuousCritique, type ContinuousCritiqueOptions } from "./continuous_critique.ts"

const newTools = () => [
  scriptedTool({ name: "note", kind: "edit", results: (_args, call) => `change ${call}` }),
  scriptedTool({ name: "edit_view", kind: "read", read_only: true, results: () => "a page" }),
  scriptedTool({ name: "broken", kind: "edit", results: () => ({ ok: false, error: "no" }) }),
]

function finding(confidence: number) {
  return {
    severity: "high",
    citation: "rule 1",
    fix_direction: `src/a.ts:${confidence}: undo it`,
    confidence,
  }
}

function reply(...findings: readonly object[]): ScriptedStep {
  return { text: JSON.stringify({ findings }) }
}

const calls = (...names: readonly string[]): ScriptedStep => ({
  tool_calls: names.map((name) => ({ name, arguments: { path: "src/a.ts" } })),
})

function recorded(script: readonly ScriptedStep[]): {
  readonly model: Model
  readonly requests: ModelRequest[]
} {
  const requests: ModelRequest[] = []
  const scripted = scriptedModel(script)
  return { requests, model: (...call) => (requests.push(call[0]), scripted(...call)) }
}

/** A real run with a critic beside it. */
async function run(
  turns: readonly ScriptedStep[],
  critic_script: readonly ScriptedStep[],
  options: Partial<ContinuousCritiqueOptions> = {},
) {
  const critic = recorded(critic_script)
  const worker = recorded([...turns, { text: "done" }])
  const events: (JsonObject & { readonly type: string })[] = []
  const critique = continuousCritique({
    model: critic.model,
    success_criterion: "the sum is right",
    on_event: (event) => events.push(event),
    ...options,
  })
  const { post_turn_callback } = critique
  const loop = createAgentLoop({
    model: worker.model,
    tools: newTools(),
    post_turn_callback,
    final_wrapup: false,
  })
  const result = await loop.run("fix the sum").result
  const said = worker.requests
    .map(({ messages }) => messages.at(-1))
    .map((last) => {
      return last?.role === "user" && last.feedback_kind === "post_turn" ? last.content : null
    })
  return {
    result,
    said,
    events,
    shown: critic.requests.map(({ messages }) => messages.at(-1)?.content),
    critique,
  }
}

// @requirement self-correction.critique
describe("continuousCritique", () => {
  it("says what it is sure of before the model goes on, and keeps the rest", async () => {
    const { result, said, events, critique } = await run(
      [calls("note")],
      [reply(finding(91), finding(70), finding(45))],
    )
    expect(result.status).toBe("done")
    expect(said).toEqual([
      null,
      "A critic looked at what you just did. Before you go on, put each of these right, or say in one sentence why it is mistaken:\n- high, 91 of 100 sure: src/a.ts:91: undo it (breaks: rule 1)",
    ])
    expect(critique.findings()).toEqual([finding(70)])
    expect(events).toEqual([
      { type: "critique.done", iteration: 1, findings: 2, high_confidence: 1, dropped: 1 },
    ])
  })

  it("looks at the first of three turns that changed something, with what was done since", async () => {
    const { shown, said } = await run(
      Array.from({ length: 7 }, () => calls("note")),
      [reply(), reply(), reply()],
    )
    expect(shown).toHaveLength(3)
    expect(shown[0]).toContain("path: src/a.ts\ngave:\nchange 1")
    expect(shown.map((prompt) => prompt?.match(/change \d/g))).toEqual([
      ["change 1"],
      ["change 2", "change 3", "change 4"],
      ["change 5", "change 6", "change 7"],
    ])
    expect(said.every((text) => text === null)).toBe(true)
  })

  it("does not look at reads, failures and text, whatever the tools are called", async () => {
    const { shown, result } = await run(
      [calls("edit_view"), calls("broken"), calls("edit_view", "broken")],
      [],
    )
    expect(result.status).toBe("done")
    expect(shown).toEqual([])
  })

  it("looks at every turn when asked to, and keeps a finding once", async () => {
    const { shown, critique } = await run(
      [calls("note"), calls("edit_view", "note")],
      [reply(finding(70)), reply(finding(70), finding(61))],
      { every: 1 },
    )
    expect(shown).toHaveLength(2)
    expect(critique.findings()).toEqual([finding(70), finding(61)])
  })

  it.each<[string, readonly ScriptedStep[], RegExp, number]>([
    [
      "answers twice with no JSON",
      [{ text: "fine" }, { text: "fine" }],
      /Could not obtain valid JSON/,
      60_000,
    ],
    ["cannot be reached", [{ throws: { kind: "authentication", message: "no key" } }], /no key/, 60_000],
    ["takes too long", [{ ...reply(finding(99)), delay_ms: 5000 }], /timeout/, 100],
  ])("is an event and nothing else when the critic %s", async (_what, script, error, timeout_ms) => {
    const { result, said, events } = await run([calls("note")], script, { timeout_ms })
    expect(result.status).toBe("done")
    expect(said).toEqual([null, null])
    expect(events).toEqual([{ type: "critique.failed", iteration: 1, error: expect.stringMatching(error) }])
  })

  it("does not wait for a critic that hears no signal, nor fall over its listener", async () => {
    const deaf: Model = () => new Promise(() => {})
    const tell = (): never => {
      throw new Error("a listener of no manners")
    }
    const { result } = await run([calls("note")], [], { model: deaf, timeout_ms: 50, on_event: tell })
    expect(result).toMatchObject({ status: "done" })
  })

  it("does not look any more once its signal is aborted", async () => {
    const { result, events } = await run([calls("note")], [reply(finding(99))], {
      signal: AbortSignal.abort(),
    })
    expect(result.status).toBe("done")
    expect(events.map(({ type }) => type)).toEqual(["critique.failed"])
  })

  it("says five of many findings, a line each, without secrets", async () => {
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    const many = Array.from({ length: 8 }, (_, at) => ({
      ...finding(90),
      fix_direction: `src/a.ts:${at + 1}: remove\n${token}`,
    }))
    const { said } = await run([calls("note")], [reply(...many)])
    expect(said[1]?.split("\n")).toHaveLength(6)
    expect(said[1]).not.toContain(token)
  })

  it.each([
    ["every", { every: 0 }],
    ["every", { every: 1.5 }],
    ["timeout_ms", { timeout_ms: 2 ** 31 }],
  ])("refuses a bad %s", (option, bad) => {
    const model = scriptedModel([])
    expect(() => continuousCritique({ model, success_criterion: "x", ...bad })).toThrow(
      expect.objectContaining({ option }),
    )
  })
})
