import { describe, expect, it } from "vitest"
import type { StallOptions } from "../config.ts"
import { createDetector } from "../detector.ts"
import type { Proposal } from "../propose.ts"

/** A reply in words, one that could not be read, a call that was refused, one that began, a new task. */
type Turn =
  | "words"
  | "asked for"
  | "unreadable"
  | "empty"
  | "soft"
  | "refused"
  | "began"
  | "running"
  | "new task"

const REPLIES: Readonly<Partial<Record<Turn, Proposal>>> = {
  words: { tool_calls: [], text: "I shall look." },
  "asked for": { tool_calls: [], text: "The plan.", solicited: true },
  unreadable: { tool_calls: [], text: "<tool", had_parse_errors: true },
  empty: { tool_calls: [], text: "" },
}

/** The turns in which it spoke, with what count. */
function said(turns: readonly Turn[], knobs: StallOptions = { nothing_started_after: 3 }): string {
  const detector = createDetector({
    stall_diagnostics: {
      no_progress_messages: 99,
      repeat_same_error: 99,
      repeat_same_observation: 99,
      ...knobs,
    },
    tools: { note: { soft: true } },
  })
  let state = detector.initial_state
  return turns
    .map((turn, index) => {
      if (turn === "new task") {
        state = detector.renew(state)
        return "_"
      }
      const name = turn === "soft" ? "note" : `tool_${index}`
      const proposed = detector.propose(state, REPLIES[turn] ?? { tool_calls: [{ name, arguments: {} }] })
      const result =
        turn === "refused" ? { status: "refused" } : turn === "running" ? { status: "running" } : { ok: true }
      const results = REPLIES[turn] === undefined ? [{ tool_name: name, ...result }] : []
      const step = detector.settle(proposed.state, { results })
      state = step.state
      const [warning] = [...proposed.warnings, ...step.warnings].filter(
        ({ pattern }) => pattern === "nothing_started",
      )
      return warning === undefined ? "_" : String(warning.count)
    })
    .join(" ")
}

// @requirement patterns.nothing_started
describe("nothing_started", () => {
  it("counts refused calls, and trips again at every second further one", () => {
    expect(said(["refused", "refused", "refused", "refused", "refused"])).toBe("_ _ 3 _ 5")
  })

  it.each<Turn>(["words", "unreadable", "empty"])("counts %s between them", (turn) => {
    expect(said(["refused", turn, "refused"])).toBe("_ _ 3")
    expect(said([turn, turn, "refused"])).toBe("_ _ 3")
  })

  it.each<Turn>(["asked for", "soft", "running"])("passes %s by", (turn) => {
    expect(said(["refused", turn, "refused", turn, "refused"])).toBe("_ _ _ _ 3")
  })

  it.each<Turn>(["began", "new task"])("starts over after %s", (turn) => {
    expect(said(["refused", "words", turn, "refused", "words", "refused"])).toBe("_ _ _ _ _ 3")
  })

  it("leaves words alone to the patterns of words", () => {
    expect(said(["words", "words", "words", "words", "words"])).toBe("_ _ _ _ _")
  })

  it("remembers nothing where it is off", () => {
    expect(said(["refused", "words", "refused", "refused"], {})).toBe("_ _ _ _")
    const detector = createDetector({ stall_diagnostics: true })
    const { memory } = detector.propose(detector.initial_state, { tool_calls: [], text: "Hm." }).state
    expect(memory).not.toHaveProperty("idle_turns")
  })
})
