import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { parseStallConfig } from "./config.ts"
import { knobs } from "./knobs.ts"

/** The option and the text of the error that a value is refused with. */
function refusal(input: unknown, path?: string): { option: string; message: string } | null {
  try {
    parseStallConfig(input, path)
    return null
  } catch (error) {
    if (!isInvalidOptionError(error)) throw error
    return { option: error.option, message: error.message }
  }
}

describe("parseStallConfig", () => {
  it("gives every knob that is no host's function its default, and nothing else", () => {
    const rows = knobs.filter(({ value }) => value.type !== "host")
    expect(parseStallConfig({})).toEqual(Object.fromEntries(rows.map(({ name, base }) => [name, base])))
  })

  it.each([
    [undefined, false],
    [null, false],
    [false, false],
    [true, true],
    [{}, true],
    [{ enabled: false }, false],
    [{ enabled: null }, true],
  ])("of %j is enabled: %j", (input, enabled) => {
    expect(parseStallConfig(input)).toEqual({ ...parseStallConfig({}), enabled })
  })

  it.each([
    [{ threshold: 5 }, { threshold: 5, repeat_same_observation: 5 }],
    [
      { threshold: 5, repeat_same_observation: 2 },
      { threshold: 5, repeat_same_observation: 2 },
    ],
    [
      { threshold: 5, repeat_same_observation: null },
      { threshold: 5, repeat_same_observation: 5 },
    ],
    [{ threshold: null, repeat_same_observation: 2 }, { repeat_same_observation: 2 }],
    [{ allow_repeated_tools: ["a"] }, { exempt_tools: ["a"] }],
    [{ allow_repeated_tools: ["a"], exempt_tools: ["b"] }, { exempt_tools: ["b"] }],
    [{ allow_repeated_tools: ["a"], exempt_tools: null }, { exempt_tools: ["a"] }],
    [{ allow_repeated_tools: null }, {}],
    [{ repair_diagnostics: null }, {}],
    [{ repair_diagnostics: { repair_aware: true, fold: null } }, { repair_aware: true }],
    [{ repair_diagnostics: { repair_aware: true }, repair_aware: false }, { repair_aware: false }],
    [{ repair_aware: false, repair_diagnostics: { repair_aware: true } }, { repair_aware: false }],
    [{ stuck_retrip_every: 2 }, { stuck_retrip_every: 2 }],
    [{ stuck_retrip_every: null }, {}],
    [{ weak_pass: "keep" }, { weak_pass: "keep" }],
    [
      { no_net_progress_predicates: { long_stall: false, write_axis: null } },
      { no_net_progress_predicates: { hard_recurrence: true, long_stall: false, write_axis: true } },
    ],
  ])("of %j changes %j", (input, changed) => {
    expect(parseStallConfig(input)).toEqual({ ...parseStallConfig({}), ...changed })
  })

  it.each([
    [5, "stall_diagnostics", "a record, a boolean or null"],
    ["on", "stall_diagnostics", "a record, a boolean or null"],
    [[], "stall_diagnostics", "a record, a boolean or null"],
    [{ enabled: 1 }, "stall_diagnostics.enabled", "a boolean"],
    [{ threshold: 1 }, "stall_diagnostics.threshold", "an integer of at least 2"],
    [{ threshold: 2.5 }, "stall_diagnostics.threshold", "an integer of at least 2"],
    [{ threshold: "3" }, "stall_diagnostics.threshold", "an integer of at least 2"],
    [{ threshold: Number.NaN }, "stall_diagnostics.threshold", "an integer of at least 2"],
    [
      { stuck_retrip_every: 0 },
      "stall_diagnostics.stuck_retrip_every",
      "an integer of at least 1, or null for off",
    ],
    [{ exempt_tools: "a" }, "stall_diagnostics.exempt_tools", "a list of tool names"],
    [{ exempt_tools: ["a", 5] }, "stall_diagnostics.exempt_tools", "a list of tool names"],
    [{ allow_repeated_tools: "a" }, "stall_diagnostics.allow_repeated_tools", "a list of tool names"],
    [{ weak_pass: 5 }, "stall_diagnostics.weak_pass", '"clear" or "keep"'],
    [{ weak_pass: "kepe" }, "stall_diagnostics.weak_pass", 'did you mean "keep"'],
    [
      { no_net_progress_predicates: [] },
      "stall_diagnostics.no_net_progress_predicates",
      "a record of booleans",
    ],
    [
      { no_net_progress_predicates: { long_stall: 1 } },
      "stall_diagnostics.no_net_progress_predicates.long_stall",
      "a boolean",
    ],
    [
      { no_net_progress_predicates: { long_stal: true } },
      "stall_diagnostics.no_net_progress_predicates",
      'did you mean "long_stall"',
    ],
    [{ progress_signal: () => 1 }, "stall_diagnostics.progress_signal", "a detector is pure"],
    [{ repair_diagnostics: [] }, "stall_diagnostics.repair_diagnostics", "a record or null"],
    [{ repair_diagnostics: { fold: 5 } }, "stall_diagnostics.repair_diagnostics.fold", "previous_turn"],
    [{ repair_diagnostics: { threshold: 3 } }, "stall_diagnostics.repair_diagnostics", "threshold"],
    [{ treshold: 3 }, "stall_diagnostics", 'did you mean "threshold"'],
    [{ repair_diagnostic: {} }, "stall_diagnostics", 'did you mean "repair_diagnostics"'],
    [{ allow_repeated_tool: [] }, "stall_diagnostics", 'did you mean "allow_repeated_tools"'],
    [{ xyzzy: 3 }, "stall_diagnostics", "one of enabled, inject_feedback, max_feedback"],
    [{ enabeld: 3, repair_diagnostics: { fodl: 1 } }, "stall_diagnostics.repair_diagnostics", "fold"],
  ])("refuses %j at %s: %s", (input, option, words) => {
    const refused = refusal(input)
    expect(refused?.option).toBe(option)
    expect(refused?.message.toLowerCase()).toContain(words.toLowerCase())
  })

  it("speaks of the option under the name the caller has for it", () => {
    expect(refusal({ threshold: 1 }, "loop.stall")?.option).toBe("loop.stall.threshold")
  })

  it("names all options where none is near", () => {
    expect(refusal({ repair_diagnostics: { xyzzy: 3 } })?.message).not.toContain("threshold,")
    expect(refusal({ repair_diagnostics: { xyzzy: 3 } })?.message).toContain(
      "one of repair_aware, post_edit_reverify",
    )
  })
})

it("lists the flat knobs of the first form before all that may be nested", () => {
  const nested = knobs.map((knob) => knob.nested)
  expect(nested.indexOf(true)).toBe(nested.lastIndexOf(false) + 1)
  expect(nested.indexOf(true)).toBeGreaterThan(0)
  expect(knobs.filter((knob) => !knob.nested && knob.since !== "V0")).toEqual([])
})
