import fc from "fast-check"
import { expect, test } from "vitest"
import { createDetector } from "./detector.ts"
import type { DetectorState } from "./state.ts"
import { anyKnobs, assertLaw, knobValues, lastState, play, tools, transcript } from "./transcripts.fixture.ts"

const SIX_FIELDS: readonly (keyof DetectorState)[] = [
  "last_diagnostic_class",
  "last_diagnostic_signature",
  "write_epoch",
  "same_diagnostic_streak",
  "edit_since_failure",
  "reverify_owed",
]

/** Everything but the turn, and the proofs from results and verdicts, which are kept under any knobs. */
function withoutProof({ turn: _turn, work: _work, slots, ...state }: DetectorState): object {
  return { ...state, slots: slots.filter((slot) => slot.class !== "") }
}

test("disabled, a detector keeps nothing but what is proved and says nothing", () => {
  assertLaw(
    fc.property(anyKnobs, transcript, (knobs, moments) => {
      const detector = createDetector({ stall_diagnostics: { ...knobs, enabled: false }, tools })
      for (const { state, ...said } of play(detector, moments)) {
        expect(withoutProof(state)).toEqual(withoutProof(detector.initial_state))
        expect(said).toMatchObject({ warnings: [], hard_stop: false, reverify_mandated: false })
        expect([said.feedback, said.current_failure]).toEqual([undefined, undefined])
      }
      expect(detector.clear(detector.initial_state)).toEqual(detector.initial_state)
      expect(detector.deniesExtension(detector.initial_state, true)).toBe(false)
    }),
  )
})

test("repair_aware off: no value of any repair knob changes a step, and the six fields never move", () => {
  const core = knobValues(({ name, repair }) => !repair && name !== "enabled" && name !== "repair_aware")
  const repair = knobValues((knob) => knob.repair)
  assertLaw(
    fc.property(core, repair, transcript, (core_knobs, repair_knobs, moments) => {
      const without = createDetector({ stall_diagnostics: { ...core_knobs }, tools })
      const flat = { ...core_knobs, ...repair_knobs, repair_aware: false }
      const nested = { ...core_knobs, repair_diagnostics: { ...repair_knobs, repair_aware: false } }
      const expected = play(without, moments)
      for (const stall_diagnostics of [flat, nested]) {
        const detector = createDetector({ stall_diagnostics, tools })
        expect(JSON.stringify(play(detector, moments))).toBe(JSON.stringify(expected))
        const state = lastState(detector, expected)
        expect(detector.clear(state)).toEqual(without.clear(state))
        expect(detector.deniesExtension(state, true)).toBe(false)
      }
      for (const { state, reverify_mandated, current_failure } of expected) {
        const folded = state.slots.filter((slot) => slot.class !== "")
        expect({ reverify_mandated, current_failure, slots: folded, pending: state.pending }).toEqual({
          reverify_mandated: false,
          current_failure: undefined,
          slots: [],
          pending: null,
        })
        for (const field of SIX_FIELDS) expect(state[field]).toBe(without.initial_state[field])
      }
    }),
  )
})
