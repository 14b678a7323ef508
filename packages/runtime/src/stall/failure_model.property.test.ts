import fc from "fast-check"
import { expect, test } from "vitest"
import { createDetector, type Detector } from "./detector.ts"
import type { DetectorState } from "./state.ts"
import { assertLaw, knobsWith, type Moment, play, tools, transcript, turns } from "./transcripts.fixture.ts"

const repairing = knobsWith({ repair_aware: true })

test("the write epoch never decreases and grows by at most one a turn", () => {
  eachTurn((before, after) => {
    expect(after.write_epoch).toBeGreaterThanOrEqual(before.write_epoch)
    expect(after.write_epoch).toBeLessThanOrEqual(before.write_epoch + 1)
    expect(after.verified_write_epoch).toBeLessThanOrEqual(after.write_epoch)
  })
})

test("a streak grows by at most one a turn and check", () => {
  eachTurn((before, after) => {
    for (const slot of after.slots) {
      const streak = before.slots.find(({ check_id }) => check_id === slot.check_id)?.streak ?? 0
      expect(slot.streak).toBeLessThanOrEqual(streak + 1)
    }
    const failing = after.failing_verify_turns - before.failing_verify_turns
    expect(failing).toBeLessThanOrEqual(1)
  })
})

test("a streak grows by at most one a turn, however many narrower runs of its check fail in it", () => {
  const ids = ["tests/test_a.py::one", "tests/test_a.py::two", "tests/test_b.py::three"]
  const failed = fc.tuple(
    fc.constantFrom("pytest tests", "pytest tests/test_a.py", "pytest tests/test_b.py", "pytest -k one"),
    fc.subarray(ids, { minLength: 1 }),
  )
  const run = fc.array(fc.array(failed, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 })
  const all = knobsWith({ repair_aware: true, all_results: true })
  assertLaw(
    fc.property(all, run, (stall_diagnostics, list) => {
      const detector = createDetector({ stall_diagnostics })
      let before = detector.initial_state
      let streaks = new Map<string, number>()
      for (const checks of list) {
        const results = checks.map(([check_id, found]) => ({
          ok: false,
          diagnostics: found.map((test_id) => ({ test_id, message: "assert 1 == 2" })),
          annotations: { check_id },
        }))
        const state = play(
          detector,
          [
            { at: "propose", proposal: { tool_calls: checks.map(() => ({ name: "shell" })) } },
            { at: "settle", settlement: { results } },
          ],
          undefined,
          before,
        ).at(-1)?.state
        before = state ?? before
        for (const slot of before.slots) {
          expect(slot.streak).toBeLessThanOrEqual((streaks.get(slot.check_id) ?? 0) + 1)
        }
        streaks = new Map(before.slots.map((slot) => [slot.check_id, slot.streak]))
      }
    }),
  )
})

test("the six fields and current_failure show the live slot that failed last", () => {
  assertLaw(
    fc.property(repairing, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      for (const { state, current_failure } of play(detector, moments)) {
        const live = state.slots.filter((slot) => slot.class === "fail")
        const slot = live.at(-1)
        expect(current_failure?.check_id).toBe(slot?.check_id)
        expect(current_failure?.others.map(({ check_id }) => check_id) ?? []).toEqual(
          live.slice(0, -1).map(({ check_id }) => check_id),
        )
        const folded = state.slots.some((other) => ["pass", "fail"].includes(other.class))
        expect(state.last_diagnostic_class).toBe(slot ? "fail" : folded ? "pass" : "")
        expect(state.same_diagnostic_streak).toBe(slot?.streak ?? 0)
        expect(state.edit_since_failure).toBe(slot?.edit_since_failure ?? false)
        expect(state.reverify_owed).toBe(slot?.reverify_owed ?? false)
        for (const { streak, reverify_owed, edit_since_failure } of state.slots) {
          expect(!reverify_owed || edit_since_failure).toBe(true)
          expect(streak).toBeGreaterThanOrEqual(0)
        }
      }
    }),
  )
})

test("a pass always clears its check, and with weak_pass clear so does a weak one", () => {
  const checks = fc.constantFrom("run_test", "run_all", "run_one", "lint")
  const tests_run = fc.constantFrom(undefined, 0, 1, 1_000_000)
  const clearing = knobsWith({ repair_aware: true, weak_pass: "clear" })
  assertLaw(
    fc.property(clearing, transcript, checks, tests_run, (stall_diagnostics, moments, tool_name, count) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const result = { tool_name, ok: true, output: "passed", tests_run: count }
      const ending: readonly Moment[] = [
        { at: "propose", proposal: { tool_calls: [{ name: tool_name }] } },
        { at: "settle", settlement: { results: [result] } },
        { at: "propose", proposal: { tool_calls: [] } },
      ]
      const state = play(detector, [...moments, ...ending]).at(-1)?.state
      const check_id = checkOf(tool_name)
      const slot = state?.slots.find((other) => other.check_id === check_id)
      expect(slot?.class ?? "pass").toBe("pass")
      expect(slot?.streak ?? 0).toBe(0)
      expect(slot?.reverify_owed ?? false).toBe(false)
      expect(state?.recurrences.filter((entry) => entry.check_id === check_id)).toEqual([])
    }),
  )
})

test("a run that ends in success reports no failure", () => {
  assertLaw(
    fc.property(repairing, transcript, (stall_diagnostics, moments) => {
      const detector = createDetector({ stall_diagnostics, tools })
      const state = detector.clear(play(detector, moments).at(-1)?.state ?? detector.initial_state)
      expect(detector.currentFailure(state)).toBeUndefined()
      expect(state).toMatchObject({
        last_diagnostic_class: "pass",
        same_diagnostic_streak: 0,
        reverify_owed: false,
      })
    }),
  )
})

function checkOf(tool_name: string): string {
  const declared = tools[tool_name]
  return (typeof declared === "object" && declared.check_id) || "default"
}

/** Checks what one whole turn, its verdict included, did to the state. */
function eachTurn(check: (before: DetectorState, after: DetectorState, detector: Detector) => void): void {
  assertLaw(
    fc.property(repairing, turns, (stall_diagnostics, list) => {
      const detector = createDetector({ stall_diagnostics, tools })
      let before = detector.initial_state
      for (const moments of list) {
        const after = play(detector, moments, undefined, before).at(-1)?.state ?? before
        check(before, after, detector)
        before = after
      }
    }),
  )
}
