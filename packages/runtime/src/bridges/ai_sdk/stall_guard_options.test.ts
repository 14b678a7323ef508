import { InvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { knobs } from "../../stall/knobs.ts"
import { createStallGuard } from "./stall_guard.ts"
import type { StallGuardOptions } from "./stall_guard_options.ts"
import { detectorOf } from "./stall_guard_options.ts"

const configOf = (stall_diagnostics: StallGuardOptions["stall_diagnostics"]) =>
  detectorOf({ stall_diagnostics }).config

describe("the knobs of a guard", () => {
  it("are the recommended ones, but for four that end or nudge runs it knows too little of", () => {
    const config: Readonly<Record<string, unknown>> = { ...detectorOf({}).config }
    const others = knobs.filter(
      ({ name, recommended, value }) =>
        value.type !== "host" && JSON.stringify(config[name]) !== JSON.stringify(recommended),
    )
    expect(others.map(({ name, base }) => [name, config[name] === base])).toEqual([
      ["no_net_progress_extend_guard", true],
      ["repeat_success", true],
      ["token_runaway_after", true],
      ["near_duplicate_action_after", true],
    ])
  })

  it("are the same for true, null and undefined", () => {
    for (const given of [true, null, undefined, {}]) expect(configOf(given)).toEqual(detectorOf({}).config)
  })

  it("are what the host says where it says something, also in repair_diagnostics", () => {
    const config = configOf({
      threshold: 5,
      stuck_hard_stop_after: null,
      token_runaway_after: 9,
      weak_pass: undefined,
      repair_diagnostics: { stuck_retrip_every: 1 },
    })
    expect(config).toMatchObject({
      threshold: 5,
      repeat_same_observation: 5,
      stuck_hard_stop_after: null,
      token_runaway_after: 9,
      weak_pass: "keep",
      stuck_retrip_every: 1,
      fold: "same_turn",
    })
    expect(configOf({ allow_repeated_tools: ["poll"] }).exempt_tools).toEqual(["poll"])
  })

  it("switched off leave a guard that says nothing", () => {
    const guard = createStallGuard({ stall_diagnostics: false })
    const content = [{ type: "tool-call", toolCallId: "1", toolName: "a", input: {} }]
    guard.observe(Array.from({ length: 20 }, () => ({ content, text: "", finishReason: "tool-calls" })))
    expect(guard.state.turn).toBe(0)
    expect(guard.warnings).toEqual([])
    expect(guard.hard_stop).toBe(false)
  })
})

describe("misuse", () => {
  it.each<[string, unknown]>([
    [
      'stall_diagnostics.fold: expected "same_turn" for observe(), got the string "previous_turn".',
      { stall_diagnostics: { fold: "previous_turn" } },
    ],
    [
      'createStallGuard: expected a known option, got the string "on_warn". Did you mean "on_warning"?',
      { on_warn: 1 },
    ],
    [
      'createStallGuard: expected a known option, got the string "threshold". Did you mean "stall_diagnostics.threshold"?',
      { threshold: 3 },
    ],
    ["createStallGuard.is_failure: expected a function, got the boolean true.", { is_failure: true }],
    ["createStallGuard: expected an object of options, got null.", null],
    [
      'stall_diagnostics: expected a known option, got the string "treshold". Did you mean "threshold"?',
      { stall_diagnostics: { treshold: 3 } },
    ],
    [
      'createStallGuard.tools.run_tests: expected a known option, got the string "evidenceRole". Did you mean "evidence_role"?',
      { tools: { run_tests: { evidenceRole: "verification" } } },
    ],
    [
      'createStallGuard.tools.run_tests.evidence_role: expected "observation" or "verification", got the string "verify". Did you mean "verification"?',
      { tools: { run_tests: { evidence_role: "verify" } } },
    ],
    ["stall_diagnostics: expected a record, a boolean or null, got the number 7.", { stall_diagnostics: 7 }],
  ])("%s", (message, options) => {
    const make = createStallGuard as (options: unknown) => unknown
    expect(() => make(options)).toThrow(InvalidOptionError)
    expect(() => make(options)).toThrow(message)
  })
})
