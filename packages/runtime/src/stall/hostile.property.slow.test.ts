import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { StallOptions } from "./config.ts"
import { createDetector } from "./detector.ts"
import { hostileTools, hostileTranscript } from "./hostile.fixture.ts"
import type { DetectorState } from "./state.ts"
import {
  anyKnobs,
  assertLaw,
  type Moment,
  play,
  playOne,
  recommended,
  throughJson,
} from "./transcripts.fixture.ts"

/** No state may be larger than this, in characters of JSON, on any input. */
const LARGEST = 300_000

describe("whatever comes in", () => {
  test("nothing throws, and the state stays plain JSON of a bounded size", () => {
    assertLaw(
      fc.property(anyKnobs, hostileTools, hostileTranscript, (stall_diagnostics, tools, moments) => {
        const detector = createDetector({ stall_diagnostics, tools })
        for (const { state } of play(detector, moments)) {
          expect(notJson(state)).toEqual([])
          expect(JSON.stringify(state).length).toBeLessThan(LARGEST)
          expect(detector.currentFailure(state)?.class ?? "fail").toBe("fail")
          expect(typeof detector.deniesExtension(state, true)).toBe("boolean")
          expect(detector.currentFailure(detector.clear(state))).toBe(
            detector.config.enabled && detector.config.repair_aware
              ? undefined
              : detector.currentFailure(state),
          )
        }
      }),
    )
  })

  test("replay = live", () => {
    assertLaw(
      fc.property(anyKnobs, hostileTools, hostileTranscript, (stall_diagnostics, tools, moments) => {
        const detector = createDetector({ stall_diagnostics, tools })
        const states = (carry?: (state: DetectorState) => DetectorState): string =>
          JSON.stringify(play(detector, moments, carry).map(({ results: _read, ...step }) => step))
        expect(states(throughJson)).toBe(states())
      }),
    )
  })

  test("whole turns at once neither throw nor leave anything but JSON", () => {
    assertLaw(
      fc.property(anyKnobs, hostileTools, hostileTranscript, (knobs, tools, moments) => {
        const detector = createDetector({ stall_diagnostics: { ...knobs, fold: "same_turn" }, tools })
        const turns = moments.map((moment) => ({
          tool_calls: [],
          results: [],
          ...(moment.at === "propose" ? moment.proposal : moment.at === "settle" ? moment.settlement : {}),
        }))
        let state = detector.initial_state
        for (const turn of turns) state = detector.observe(state, turn).state
        expect(notJson(state)).toEqual([])
      }),
    )
  })
})

test.each([
  ["base", { repair_aware: true, all_results: true, include_arguments: true }],
  ["recommended", { ...recommended, include_arguments: true, fold_verdicts: true }],
  ["folded later", { ...recommended, fold: "previous_turn" }],
] satisfies [string, StallOptions][])(
  "over thousands of turns of ever new and ever longer input the state stops growing: %s",
  (_name, stall_diagnostics) => {
    const detector = createDetector({ stall_diagnostics })
    let state = detector.initial_state
    let [early, late] = [0, 0]
    for (let turn = 0; turn < 2000; turn += 1) {
      for (const moment of growing(turn)) state = playOne(detector, state, moment).state
      if (turn % 10 !== 0) continue
      const size = JSON.stringify(state).length
      if (turn < 1000) early = Math.max(early, size)
      else late = Math.max(late, size)
    }
    expect(early).toBeLessThan(LARGEST)
    // Counters gain a digit now and then.
    expect(late).toBeLessThan(early * 1.02)
  },
)

/** Paths of the parts that JSON would change. */
function notJson(value: unknown, path = "state"): readonly string[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return []
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path]
  if (Array.isArray(value)) return Array.from(value).flatMap((part, at) => notJson(part, `${path}[${at}]`))
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return [path]
  return Object.entries(value).flatMap(([key, part]) => notJson(part, `${path}.${key}`))
}

/** A turn in which everything is new and long: names, ids, arguments, checks, tests, files, output; many calls now and then. */
function growing(turn: number): readonly Moment[] {
  const long = `${turn} `.repeat(40)
  const names = (count: number, of: string): readonly string[] =>
    Array.from({ length: count }, (_, at) => `${of}${at} ${long}`)
  const calls = names(turn % 40 === 0 ? 80 : 3, "call").map((id, at) => ({
    id,
    name: at % 2 === 0 ? id : "t",
    arguments: { path: id, nested: { long } },
  }))
  const results = calls.map(({ id, name }, at) => ({
    call_id: id,
    tool_name: name,
    ok: at % 4 === 3,
    error: `error: ${id}`,
    diagnostics: names(turn % 20 === at ? 80 : 1, `test ${at}`).map((test_id) => ({
      test_id,
      message: `assert ${at}`,
    })),
    file_hashes: Object.fromEntries(names(2, "file").map((path) => [path, id])),
    mutation_status: at % 3 === 0 ? ("applied" as const) : undefined,
    annotations: {
      kind: id,
      check_id: `pytest ${at === 0 ? id : at}`,
      evidence_role: "verification" as const,
    },
  }))
  return [
    { at: "propose", proposal: { tool_calls: calls, text: long, usage: { output_tokens: turn } } },
    {
      at: "settle",
      settlement: { results, signals: { remediation_delivered: turn, progress_signal: turn } },
    },
    { at: "verdict", verdict: { status: "fail", evidence: long, check_id: `pytest ${long}` } },
  ]
}
