import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import { createDetector } from "./detector.ts"
import { failureText, meaningCount, noise } from "./failures.fixture.ts"
import { type Pair, REPAIR_TOOLS, turnOf } from "./repair_turns.fixture.ts"
import { assertLaw, knobsWith, type Moment, play } from "./transcripts.fixture.ts"

describe("a changed failure", () => {
  const event = fc.record({
    outcome: fc.constantFrom("fail", "fail", "fail", "pass", "edit", "edit and fail", "text"),
    picks: fc.tuple(fc.nat(), fc.nat()),
    vetoed: fc.boolean(),
    noise,
  })
  const knobs = knobsWith({ repair_aware: true })

  test("never trips stuck_same_diagnostic", () => {
    assertLaw(
      fc.property(knobs, fc.array(event, { minLength: 3, maxLength: 20 }), (stall_diagnostics, events) => {
        const detector = createDetector({ stall_diagnostics, tools: REPAIR_TOOLS })
        // Never equal to the failure of the last result or the last verdict: folded or not, it has changed.
        let last = { result: 0, verdict: 0 }
        const another = (pick: number): number => {
          const others = Array.from({ length: meaningCount }, (_, at) => at)
          const changed = others.filter((at) => at !== last.result && at !== last.verdict)
          return changed[pick % changed.length] ?? 0
        }
        const moments = events.flatMap(
          ({ outcome, picks, vetoed, noise: around }, index): readonly Moment[] => {
            const pairs: Pair[] = []
            if (outcome.startsWith("edit"))
              pairs.push([{ name: "apply_fix", arguments: { patch: index } }, { ok: true }])
            if (outcome.endsWith("pass")) pairs.push([{ name: "run_test" }, { ok: true, output: "passed" }])
            if (outcome.endsWith("fail")) {
              last = { ...last, result: another(picks[0]) }
              pairs.push([{ name: "run_test" }, { ok: false, error: failureText(last.result, around) }])
            }
            if (!vetoed) return turnOf(pairs, "Next.")
            last = { ...last, verdict: another(picks[1]) }
            const evidence = failureText(last.verdict, around)
            return [...turnOf(pairs, "Next."), { at: "verdict", verdict: { status: "fail", evidence } }]
          },
        )
        const patterns = play(detector, moments).flatMap(({ warnings }) =>
          warnings.map(({ pattern }) => pattern),
        )
        expect(patterns).not.toContain("stuck_same_diagnostic")
      }),
    )
  })

  test("is told from the same failure by its evidence, which alone makes the streak", () => {
    const fails = fc.integer({ min: 0, max: meaningCount - 1 })
    const step = fc.record({
      made_edit: fc.boolean(),
      outcome: fc.option(fc.oneof(fails, fc.constant("pass" as const))),
      noise,
    })
    const stretches = fc.array(
      fc.tuple(step, fc.integer({ min: 1, max: 4 }), fc.array(noise, { minLength: 4, maxLength: 4 })),
      { maxLength: 8 },
    )
    const plain = knobsWith({ repair_aware: true, fold: "same_turn", weak_pass: "clear" })
    assertLaw(
      fc.property(plain, stretches, (stall_diagnostics, list) => {
        const detector = createDetector({ stall_diagnostics, tools: REPAIR_TOOLS })
        let state = detector.initial_state
        let expected = {
          class: "",
          meaning: -1,
          streak: 0,
          edit_since_failure: false,
          reverify_owed: false,
          write_epoch: 0,
        }
        const steps = list.flatMap(([one, times, noises]) =>
          noises.slice(0, times).map((around) => ({ ...one, noise: around })),
        )
        for (const { made_edit, outcome, noise: around } of steps) {
          if (made_edit) {
            const owed = expected.class === "fail"
            expected = {
              ...expected,
              write_epoch: expected.write_epoch + 1,
              ...(owed ? { edit_since_failure: true, reverify_owed: true } : {}),
            }
          }
          if (outcome !== null) {
            const cleared = { edit_since_failure: false, reverify_owed: false }
            const same = expected.class === "fail" && expected.meaning === outcome
            expected =
              outcome === "pass"
                ? { ...expected, ...cleared, class: "pass", meaning: -1, streak: 0 }
                : {
                    ...expected,
                    ...cleared,
                    class: "fail",
                    meaning: outcome,
                    streak: same ? expected.streak + 1 : 1,
                  }
          }
          const run: ToolResult =
            typeof outcome === "number"
              ? { ok: false, error: failureText(outcome, around) }
              : { ok: true, output: "passed" }
          const pairs: Pair[] = [
            ...(made_edit ? [[{ name: "apply_fix" }, { ok: true }] as const] : []),
            ...(outcome === null ? [] : [[{ name: "run_test" }, run] as const]),
          ]
          state = play(detector, turnOf(pairs, "Next."), undefined, state).at(-1)?.state ?? state
          expect({
            class: state.last_diagnostic_class,
            streak: state.same_diagnostic_streak,
            edit_since_failure: state.edit_since_failure,
            reverify_owed: state.reverify_owed,
            write_epoch: state.write_epoch,
          }).toEqual({ ...expected, meaning: undefined })
        }
      }),
    )
  })
})
