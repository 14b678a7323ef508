import fc from "fast-check"
import { expect, test } from "vitest"
import { createDetector } from "./detector.ts"
import { BOUNDS } from "./state.ts"
import {
  anyKnobs,
  assertLaw,
  knobsWith,
  lastState,
  type Moment,
  play,
  playOne,
  tools,
  transcript,
} from "./transcripts.fixture.ts"

test("a run hard-stops only on a warning, and every warning is kept or counted", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      let before = detector.initial_state
      let said = 0
      for (const moment of moments) {
        const step = playOne(detector, before, moment)
        said += step.warnings.length
        expect(step.hard_stop).toBe(step.state.hard_stop)
        expect(step.hard_stop && !before.hard_stop && step.warnings.length === 0).toBe(false)
        expect(step.state.warning_count).toBe(said)
        const kept = [...before.warnings, ...step.warnings].slice(-BOUNDS.warnings)
        expect(step.state.warnings).toEqual(kept)
        before = step.state
      }
    }),
  )
})

test("what says hard stop stops, unless a later call of the same reply recovers", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      play(detector, moments).forEach(({ warnings, hard_stop }, index) => {
        const proposed = moments[index]?.at === "propose"
        // At propose the ladder is climbed call by call; a diagnostic trip comes after all of them.
        const stops = warnings.filter(
          (warning) => warning.hard_stop && !(proposed && warning.tool_name !== ""),
        )
        expect(stops.length === 0 || hard_stop).toBe(true)
      })
    }),
  )
})

test("what says hard stop stops, whichever other checks trip in the same turn", () => {
  const failing = fc.array(fc.subarray(["a", "b", "c"], { minLength: 1 }), { minLength: 2, maxLength: 12 })
  const knobs = knobsWith({ repair_aware: true, all_results: true, hard_stop_after_trips: 9 })
  assertLaw(
    fc.property(knobs, failing, (stall_diagnostics, list) => {
      const detector = createDetector({ stall_diagnostics })
      const moments = list.flatMap((checks, turn): readonly Moment[] => {
        const results = checks.map((check_id) => ({
          ok: false,
          error: "sh: vitest: not found",
          annotations: { check_id },
        }))
        const tool_calls = checks.map((name) => ({ name, arguments: { turn } }))
        return [
          { at: "propose", proposal: { tool_calls } },
          { at: "settle", settlement: { results } },
        ]
      })
      for (const { warnings, hard_stop } of play(detector, moments)) {
        expect(hard_stop || !warnings.some((warning) => warning.hard_stop)).toBe(true)
      }
    }),
  )
})

test("trips climb the ladder one by one", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const { hard_stop_after_trips } = detector.config
      let trips = 0
      for (const { warnings, state } of play(detector, moments)) {
        for (const { consecutive_trips, pattern } of warnings) {
          const own = pattern === "flailing_action"
          expect(consecutive_trips).toBeLessThanOrEqual(trips + (own ? 0 : 1))
          trips = consecutive_trips
        }
        expect(state.consecutive_trips).toBeLessThanOrEqual(trips)
        trips = state.consecutive_trips
        expect(trips < hard_stop_after_trips || state.hard_stop).toBe(true)
      }
    }),
  )
})

test("feedback stays within its budget, and comes with a warning", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const { max_feedback, feedback_budget, inject_feedback } = detector.config
      const steps = play(detector, moments)
      const spoken = steps.filter(({ feedback }) => feedback !== undefined)
      for (const { warnings } of spoken) expect(warnings).not.toEqual([])
      const { feedback_count, feedback_by_pattern } = lastState(detector, steps)
      const by_pattern = Object.values(feedback_by_pattern)
      const sum = by_pattern.reduce((total, count) => total + count, 0)
      expect(feedback_count).toBe(sum)
      expect(spoken.length).toBeLessThanOrEqual(feedback_count)
      const budget = inject_feedback ? max_feedback : 0
      const limited = feedback_budget === "run" ? [feedback_count] : by_pattern
      for (const count of limited) expect(count).toBeLessThanOrEqual(budget)
    }),
  )
})

test("with budget left, every first trip of a pattern speaks", () => {
  const speaking = knobsWith({ inject_feedback: true, feedback_budget: "pattern", max_feedback: 1 })
  assertLaw(
    fc.property(speaking, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const seen = new Set<string>()
      for (const { warnings, feedback } of play(detector, moments)) {
        const fresh = new Set(warnings.map(({ pattern }) => pattern).filter((pattern) => !seen.has(pattern)))
        for (const pattern of fresh) seen.add(pattern)
        expect(feedback === undefined).toBe(fresh.size === 0)
      }
    }),
  )
})
