import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, test } from "vitest"
import { readLoopOptions } from "./read_options.ts"
import { resolvePreset } from "./resolve.ts"

/** TypeScript's type of `import config from "./bot.config.json"`: every literal is widened. */
const CONFIG: {
  stall_diagnostics: { fold: string; max_feedback: number }
  max_iterations: number
  tags?: never
} = {
  stall_diagnostics: { fold: "same_turn", max_feedback: 2 },
  max_iterations: 12,
}

const model = scriptedModel([])

describe("options from a host's JSON", () => {
  test("assign without a cast, and lie over a preset", () => {
    const options = resolvePreset("evidence", readLoopOptions(CONFIG), { env: {} })
    expect(options).toMatchObject({
      max_iterations: 12,
      stall_diagnostics: { fold: "same_turn", max_feedback: 2 },
    })
    const verify_completion = { command: "node --version" }
    expect(() => createAgentLoop({ ...options, model, verify_completion })).not.toThrow()
  })

  test.each([
    [
      { max_iteration: 3 },
      'bot.json.max_iteration: expected a known option, got the string "max_iteration". Did you mean "max_iterations"?',
    ],
    [{ stall_diagnostics: { fold: "sameturn" } }, "bot.json.stall_diagnostics.fold: expected"],
    [{ model: "gpt" }, "bot.json.model: expected no value here"],
    ["text", "bot.json: expected"],
  ])("that are not right are refused by their path: %j", (value, message) => {
    expect(() => readLoopOptions(value, "bot.json")).toThrow(message)
  })
})

describe("knobs beside a spread preset", () => {
  const preset = resolvePreset("evidence", {}, { env: {} })
  const base = { ...preset, model, verify_completion: { command: "node --version" } }

  test.each([[{ max_feedback: 2 }], [true], [undefined]])(
    "that drop the preset's are refused: %j",
    (stall_diagnostics) => {
      expect(() => createAgentLoop({ ...base, stall_diagnostics })).toThrow(
        /^createAgentLoop\.stall_diagnostics: expected the knobs of the preset with yours laid over them, by resolvePreset\("evidence", \{ stall_diagnostics: \{ \.\.\. \} \}\)/,
      )
    },
  )

  test.each([[false], [null]])("that turn the detector off are the host's word: %j", (stall_diagnostics) => {
    expect(() => createAgentLoop({ ...base, stall_diagnostics })).not.toThrow()
  })

  test("that hold the preset's are a merge by hand", () => {
    const { stall_diagnostics } = preset
    const knobs = typeof stall_diagnostics === "object" ? stall_diagnostics : {}
    expect(() => createAgentLoop({ ...base, stall_diagnostics: { ...knobs, max_feedback: 2 } })).not.toThrow()
  })
})
