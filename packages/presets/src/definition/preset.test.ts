import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, test } from "vitest"
import { definePreset, type Preset } from "./preset.ts"

describe("definePreset", () => {
  test("returns an equal copy, frozen all the way down", () => {
    const preset = {
      name: "x",
      description: "",
      options: { checks: ["npm test"], stall_diagnostics: { threshold: 4 } },
    }
    const defined = definePreset(preset)
    expect(defined).toEqual(preset)
    preset.options.checks.push("later")
    expect(defined.options.checks).toEqual(["npm test"])
    for (const part of [
      defined,
      defined.options,
      defined.options.checks,
      defined.options.stall_diagnostics,
    ]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  test("hands the host's own objects on as they are", () => {
    const clock = { now: () => 0, sleep: async () => {} }
    const redact = (text: string): string => text
    const { options } = definePreset({ name: "x", description: "", options: { clock, redact } })
    expect(options.clock).toBe(clock)
    expect(options.redact).toBe(redact)
    expect(Object.isFrozen(clock)).toBe(false)
  })

  test.each([
    [
      { stall_diagnostics: { repair_awre: true } },
      ".stall_diagnostics.repair_awre: expected a known option",
      "repair_aware",
    ],
    [
      { stall_diagnostics: { repair_diagnostics: { foldd: "x" } } },
      ".stall_diagnostics.repair_diagnostics.foldd",
      "fold",
    ],
    [
      { stall_diagnostics: { nope: 1 } },
      ".stall_diagnostics.nope: expected one of the options enabled, inject_feedback,",
      null,
    ],
    [{ max_nudge: 1 }, ".max_nudge: expected a known option", "max_nudges"],
    [{ maxVerifyAttempts: 1 }, ".maxVerifyAttempts", "max_verify_attempts"],
    [{ done_judge: { cadence: { wen: "always" } } }, ".done_judge.cadence.wen", "when"],
    [{ max_nudges: "1", iteration_budget: { maxx: 3 } }, ".iteration_budget.maxx", "max"],
    [{ unheard_of: 1 }, ".unheard_of: expected one of the options model, tools, tool_annotations,", null],
  ])("an unknown name in %o", (options, message, did_you_mean) => {
    const error = errorOf(() => definePreset(asPreset({ name: "x", description: "", options })))
    expect(error.message).toContain(`preset "x"${message}`)
    expect(error.did_you_mean).toBe(did_you_mean)
  })

  test.each([
    [{ max_nudges: -1 }, 'preset "x".max_nudges: expected an integer of at least 0, got the number -1.'],
    [{ max_nudges: "2" }, 'preset "x".max_nudges: expected an integer of at least 0, got the string "2".'],
    [
      { stall_diagnostics: 3 },
      'preset "x".stall_diagnostics: expected a record, a boolean or null, got the number 3.',
    ],
    [
      { stall_diagnostics: { fold: "later" } },
      'preset "x".stall_diagnostics.fold: expected "previous_turn" or "same_turn", got the string "later".',
    ],
    [
      { stall_diagnostics: { stuck_retrip_every: 0 } },
      'preset "x".stall_diagnostics.stuck_retrip_every: expected an integer of at least 1, or null for off, got the number 0.',
    ],
    [
      { stall_diagnostics: { repair_aware: { env: "" } } },
      'preset "x".stall_diagnostics.repair_aware.env: expected the name of a variable, got the string "".',
    ],
    [
      { stall_diagnostics: { repair_aware: "on" } },
      'preset "x".stall_diagnostics.repair_aware: expected a boolean, { env: NAME } or a function, got the string "on".',
    ],
    [
      { stall_diagnostics: { allow_repeated_tools: "ls" } },
      'preset "x".stall_diagnostics.allow_repeated_tools: expected a list of tool names, got the string "ls".',
    ],
    [
      { model: {} },
      'preset "x".model: expected no value here: give it to createAgentLoop beside the preset, got an object.',
    ],
    [{ checks: ["npm test", 4] }, 'preset "x".checks[1]: expected a command line, got the number 4.'],
    [{ wall_clock_ms: 0 }, 'preset "x".wall_clock_ms: expected an integer of at least 1, got the number 0.'],
    [
      { iteration_budget: { initial: 9, max: 3 } },
      'preset "x".iteration_budget.initial: expected at most max, got the number 9.',
    ],
    [
      { verify_completion: { command: [] } },
      'preset "x".verify_completion.command: expected a command line, or a list of a program and its arguments, got a list of 0.',
    ],
    [
      { verify_completion: "npm test" },
      'preset "x".verify_completion: expected a command record or a function, got the string',
    ],
  ])("a wrong value in %o", (options, message) => {
    expect(errorOf(() => definePreset(asPreset({ name: "x", description: "", options }))).message).toContain(
      message,
    )
  })

  test.each([
    [null, "definePreset: expected a preset: { name, description, options }, got null."],
    [{}, "definePreset.name: expected a name of up to 64 letters, digits and _ . / -, got undefined."],
    [{ name: "a b" }, "definePreset.name: expected a name of up to 64 letters"],
    [{ name: "x", options: {} }, 'preset "x".description: expected a string, got undefined.'],
    [{ name: "x", description: "" }, 'preset "x".options: expected a record of loop options, got undefined.'],
    [{ name: "x", description: "", options: [] }, 'preset "x": expected a record, got a list of 0.'],
    [{ name: "x", description: "", options: {}, extend: "repair" }, 'Did you mean "extends"?'],
    [
      { name: "x", description: "", options: {}, repair_diagnostics: { repair_aware: "yes" } },
      'preset "x".repair_diagnostics.repair_aware: expected a boolean, got the string "yes".',
    ],
    [
      { name: "x", description: "", options: {}, left_out: { profile: 1 } },
      'preset "x".left_out.profile: expected a reason',
    ],
  ])("%o is no preset", (preset, message) => {
    expect(errorOf(() => definePreset(asPreset(preset))).message).toContain(message)
  })

  test("a name from JSON cannot reach a prototype", () => {
    const options: unknown = JSON.parse('{ "__proto__": { "polluted": true } }')
    expect(() => definePreset(asPreset({ name: "x", description: "", options }))).toThrow(
      'preset "x".__proto__',
    )
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })
})

function errorOf(act: () => unknown): { message: string; did_you_mean: string | null } {
  try {
    act()
  } catch (error) {
    if (isInvalidOptionError(error)) return error
    throw error
  }
  throw new Error("nothing was thrown")
}

/** What a host without types may hand over. */
function asPreset(value: unknown): Preset {
  return value as Preset
}
