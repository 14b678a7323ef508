import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold } from "../parts/define.ts"
import { withEvidence, withSlots } from "../parts/failure_model.ts"

export const weakPass: readonly BrokenImplementation[] = [
  fold(
    "tests_run_is_not_read",
    "How many tests ran is never known.",
    ["repair.weak-pass.tests-run", "repair.weak-pass.unknown"],
    {
      before: (state, turn) => [state, withEvidence(turn, (evidence) => ({ ...evidence, tests_run: null }))],
    },
  ),
  fold("unknown_count_is_zero", "An unknown number of tests is none.", ["repair.weak-pass.unknown"], {
    before: (state, turn) => [
      state,
      withEvidence(turn, (evidence) => ({ ...evidence, tests_run: evidence.tests_run ?? 0 })),
    ],
  }),
  fold(
    "fewer_tests_are_enough",
    "Only a pass in which no test ran is weak.",
    ["repair.weak-pass.tests-run"],
    {
      before: (state, turn) => [withSlots(state, (slot) => ({ ...slot, tests_run: null })), turn],
    },
  ),
  fold(
    "listed_tests_are_not_read",
    "Which tests a pass lists does not matter.",
    ["repair.weak-pass.failing-test"],
    {
      before: (state, turn) => [state, withEvidence(turn, (evidence) => ({ ...evidence, reran: null }))],
    },
  ),
  fold(
    "listed_tests_never_suffice",
    "A pass that lists its tests is weak, whatever it lists.",
    ["repair.weak-pass.failing-test"],
    {
      before: (state, turn) => [
        state,
        withEvidence(turn, (evidence) => ({ ...evidence, reran: evidence.reran === null ? null : [] })),
      ],
    },
  ),
]
