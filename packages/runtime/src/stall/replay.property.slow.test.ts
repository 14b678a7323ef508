import { canonicalJson, isRecord } from "@proofloop/foundation/text"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { StallPattern } from "../protocol/warning.ts"
import { createDetector } from "./detector.ts"
import {
  anyKnobs,
  assertLaw,
  type Moment,
  play,
  throughJson,
  tools,
  transcript,
} from "./transcripts.fixture.ts"

test("replay = live: a state that went through JSON between any two steps says the same", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      expect(JSON.stringify(play(detector, moments, throughJson))).toBe(
        JSON.stringify(play(detector, moments)),
      )
    }),
  )
})

test("resume at any prefix = uninterrupted, also in another detector beside another run", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, transcript, fc.nat(), (stall_diagnostics, moments, others, at) => {
      const whole = play(createDetector({ stall_diagnostics, tools }), moments)
      const cut = moments.length === 0 ? 0 : at % moments.length
      const resumed = createDetector({ stall_diagnostics, tools })
      play(resumed, others)
      const start = throughJson(whole[cut - 1]?.state ?? resumed.initial_state)
      const rest = play(resumed, moments.slice(cut), undefined, start)
      expect(JSON.stringify(rest)).toBe(JSON.stringify(whole.slice(cut)))
    }),
  )
})

test("a step changes nothing of what it is given", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics: freeze(stall_diagnostics), tools: freeze(tools) })
      expect(() => play(detector, freeze(moments), freeze)).not.toThrow()
    }),
  )
})

test("the order of a call's arguments never matters", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, fc.integer({ min: 1, max: 3 }), (stall_diagnostics, moments, every) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const other = moments.map((moment, at) => (at % every === 0 ? withTurnedArguments(moment) : moment))
      const turned = play(detector, other)
      expect(canonicalJson(turned)).toBe(canonicalJson(play(detector, moments)))
    }),
  )
})

test("the order in which results arrive never matters, the order of the calls decides", () => {
  const lists = fc.array(
    fc
      .uniqueArray(fc.constantFrom(...Object.keys(tools)), { maxLength: 4 })
      .chain((names) =>
        fc.tuple(
          fc.tuple(
            ...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom("boom", "bang", null))),
          ),
          fc.array(fc.nat(), { minLength: names.length, maxLength: names.length }),
        ),
      ),
    { maxLength: 8 },
  )
  assertLaw(
    fc.property(anyKnobs, lists, (stall_diagnostics, list) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const moments = (arrive: boolean): readonly Moment[] =>
        list.flatMap(([pairs, keys]): readonly Moment[] => {
          const results = pairs.map(([tool_name, error]) => ({ tool_name, ok: error === null, error }))
          const order = keys.map((key, index) => ({ key, index })).toSorted((a, b) => a.key - b.key)
          const arrived = order.flatMap(({ index }) => results[index] ?? [])
          return [
            { at: "propose", proposal: { tool_calls: pairs.map(([name]) => ({ name, arguments: {} })) } },
            { at: "settle", settlement: { results: arrive ? arrived : results } },
          ]
        })
      expect(JSON.stringify(play(detector, moments(true)))).toBe(
        JSON.stringify(play(detector, moments(false))),
      )
    }),
  )
})

test("the transcripts of these laws reach every pattern", () => {
  const sample = fc.sample(fc.tuple(anyKnobs, transcript), { seed: 1, numRuns: 1500 })
  const reached = new Set<string>()
  for (const [stall_diagnostics, moments] of sample) {
    for (const { warnings } of play(createDetector({ stall_diagnostics, tools }), moments)) {
      for (const { pattern } of warnings) reached.add(pattern)
    }
  }
  expect([...reached].toSorted()).toEqual(Object.keys(PATTERNS).toSorted())
})

/** All of them: the compiler reports a missing one. */
const PATTERNS: Readonly<Record<StallPattern, true>> = {
  repeated_context_window_error: true,
  repeated_error: true,
  repeated_same_observation: true,
  repeated_success: true,
  ping_pong: true,
  repeated_same_signature: true,
  no_progress_monologue: true,
  errored_no_tool_call: true,
  near_duplicate_monologue: true,
  repeated_parse_rejection: true,
  near_duplicate_action: true,
  repeated_action: true,
  repeated_tool_error: true,
  nothing_started: true,
  unchanged_success: true,
  unchanged_wait: true,
  action_cycle: true,
  token_runaway: true,
  no_net_progress_hard_cap: true,
  turns_since_clean_verify_floor: true,
  delivered_fix_not_landing: true,
  stuck_same_diagnostic: true,
  timeout_failure: true,
  alternating_failures: true,
  recurring_diagnostic: true,
  environment_failure: true,
  edit_rejected: true,
  edit_oscillation: true,
  monologue_actuation: true,
  flailing_action: true,
}

function withTurnedArguments(moment: Moment): Moment {
  if (moment.at !== "propose") return moment
  const { proposal } = moment
  const tool_calls = proposal.tool_calls.map((call) => ({ ...call, arguments: turned(call.arguments) }))
  return { ...moment, proposal: { ...proposal, tool_calls } }
}

function turned(value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).toReversed())
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}
