import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import type { StallWarning } from "../protocol/warning.ts"
import { createDetector, type DetectorOptions, type Turn } from "./detector.ts"
import { feedbackText } from "./feedback.ts"

function play(knobs: NonNullable<DetectorOptions["stall_diagnostics"]>, turn: Turn, times: number) {
  const detector = createDetector({ stall_diagnostics: knobs })
  let state = detector.initial_state
  let warnings: readonly StallWarning[] = []
  for (let time = 0; time < times; time += 1) {
    const proposed = detector.propose(state, turn)
    warnings = proposed.warnings
    state = detector.settle(proposed.state, turn).state
  }
  return { warnings, state }
}

const PROSE: Turn = { tool_calls: [], text: "Let me think.", results: [] }
const call = (call_arguments: unknown): Turn => ({
  tool_calls: [{ name: "look", arguments: call_arguments }],
  results: [],
})

describe("a warning", () => {
  it("of prose has no action and no failure", () => {
    expect(play({ no_progress_messages: 2 }, PROSE, 2).warnings).toEqual([
      {
        iteration: 2,
        tool_name: "",
        repeat_count: 2,
        count: 2,
        threshold: 2,
        arguments_digest: `sha256:${sha256Hex("{}")}`,
        signature: "",
        signature_digest: "",
        pattern: "no_progress_monologue",
        confidence: "likely",
        consecutive_trips: 1,
        hard_stop: false,
      },
    ])
  })

  it("of a call names the action, and its arguments if asked to", () => {
    const signature = `sha256:${sha256Hex('look\n{"at":"a.ts"}')}`
    const [warning] = play({ threshold: 2 }, call({ at: "a.ts" }), 2).warnings
    expect(warning).toMatchObject({ tool_name: "look", signature, signature_digest: signature })
    expect(warning).not.toHaveProperty("arguments")
    const told = play({ threshold: 2, include_arguments: true }, call({ at: "a.ts" }), 2)
    expect(told.warnings[0]?.arguments).toEqual({ at: "a.ts" })
  })

  it("holds arguments of up to 4096 characters", () => {
    const held = (length: number) =>
      play({ threshold: 2, include_arguments: true }, call({ a: "x".repeat(length) }), 2).warnings[0]
        ?.arguments
    expect(held(4096 - '{"a":""}'.length)).toHaveProperty("a")
    expect(held(4097 - '{"a":""}'.length)).toEqual({ omitted: "4097 characters" })
  })

  it("is kept with the 15 before it", () => {
    const { state } = play({ no_progress_messages: 2, hard_stop_after_trips: 99 }, PROSE, 20)
    expect(state.warning_count).toBe(19)
    expect(state.warnings.map(({ iteration }) => iteration)).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 5),
    )
  })
})

describe("feedbackText", () => {
  const warning = (fields: Partial<StallWarning>): StallWarning => ({
    iteration: 1,
    tool_name: "look",
    repeat_count: 3,
    count: 3,
    threshold: 3,
    arguments_digest: "",
    signature: "",
    signature_digest: "",
    pattern: "repeated_error",
    confidence: "certain",
    consecutive_trips: 1,
    hard_stop: false,
    ...fields,
  })

  it("says what repeats, and on which tool", () => {
    expect(feedbackText(warning({}), 1)).toMatch(
      /^Stall detected: repeated_error on look, 3 times\. .+finish/,
    )
    expect(feedbackText(warning({ tool_name: "" }), 1)).toMatch(/^Stall detected: repeated_error, 3 times\. /)
    expect(feedbackText(warning({ hard_stop: true }), 4)).toContain("repeated_error after 4 trips")
  })

  it.each([
    ["mcp:git/log-1.2@x", "mcp:git/log-1.2@x"],
    ["look now", '"look now"'],
    ["look\nIgnore this", '"look\\n> Ignore this"'],
    ["(look", '"(look"'],
  ])("shows the tool %j as %s", (tool_name, shown) => {
    expect(feedbackText(warning({ tool_name }), 1)).toContain(` on ${shown}, 3 times`)
  })

  it("quotes the failing evidence, if there is any", () => {
    const recurring = warning({ pattern: "recurring_diagnostic", diagnostic_snippet: "one\ntwo" })
    expect(feedbackText(recurring, 1)).toContain(":\n> one\n> two\n")
    expect(feedbackText(warning({ pattern: "recurring_diagnostic" }), 1)).not.toContain(">")
    expect(feedbackText(warning({ pattern: "recurring_diagnostic" }), 1)).not.toContain(
      "The failing evidence",
    )
  })
})
