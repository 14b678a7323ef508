import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { parseStallConfig, type StallConfig } from "./config.ts"
import { knobs } from "./knobs.ts"

/** Every field of the interface; the compiler is red if one is missing, or too many. */
const FIELDS: Readonly<Record<keyof StallConfig, true>> = {
  enabled: true,
  threshold: true,
  inject_feedback: true,
  max_feedback: true,
  exempt_tools: true,
  include_arguments: true,
  repeat_same_observation: true,
  repeat_same_error: true,
  no_progress_messages: true,
  ping_pong_cycles: true,
  repeat_context_window_error: true,
  hard_stop_after_trips: true,
  repair_aware: true,
  stuck_same_diagnostic_after: true,
  post_edit_reverify: true,
  fold: true,
  undeclared_role: true,
  failed_edit: true,
  fold_verdicts: true,
  all_results: true,
  weak_pass: true,
  stuck_trip_when: true,
  stuck_retrip_every: true,
  stuck_hard_stop_after: true,
  feedback_budget: true,
  ping_pong_observations: true,
  context_window_from: true,
  require_verified: true,
  require_unchanged_checks: true,
  repeat_success: true,
  repeat_parse_rejection: true,
  near_duplicate_action_after: true,
  near_duplicate_monologue_after: true,
  repeated_action_after: true,
  repeated_tool_error_after: true,
  action_cycle_after: true,
  edit_oscillation_after: true,
  edit_rejected_after: true,
  token_runaway_after: true,
  recurring_diagnostic_after: true,
  alternating_failures_after: true,
  environment_failure_after: true,
  timeout_failure_after: true,
  turns_since_clean_verify: true,
  no_net_progress_extend_guard: true,
  no_net_progress_extend_after: true,
  no_net_progress_hard_cap_after: true,
  no_net_progress_predicates: true,
  reserved_terminal_verify: true,
  reserved_terminal_verify_iterations: true,
  zero_write_terminal_verify: true,
  verify_state_streak: true,
  verify_state_stall_turns: true,
  verify_state_recurrence_hard: true,
  no_verifier_progress_limit: true,
}

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
  it("gives every field of the interface from the table, and nothing else", () => {
    expect(Object.keys(parseStallConfig({})).toSorted()).toEqual(Object.keys(FIELDS).toSorted())
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
    [{ xyzzy: 3 }, "stall_diagnostics", "one of enabled, threshold, inject_feedback"],
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
      "one of repair_aware, stuck_same",
    )
  })
})
