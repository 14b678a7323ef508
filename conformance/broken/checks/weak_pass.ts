import type { BrokenImplementation } from "../broken_implementation.ts"
import { judging, slotted } from "../parts/define_folds.ts"

export const weakPass: readonly BrokenImplementation[] = [
  judging(
    "How many tests ran is never known.",
    ["repair.weak-pass.tests-run", "repair.weak-pass.unknown"],
    (evidence) => ({ ...evidence, tests_run: null }),
  ),
  judging("An unknown number of tests is none.", ["repair.weak-pass.unknown"], (evidence) => ({
    ...evidence,
    tests_run: evidence.tests_run ?? 0,
  })),
  slotted("Only a pass in which no test ran is weak.", ["repair.weak-pass.tests-run"], (slot) => ({
    ...slot,
    tests_run: null,
  })),
  judging("Which tests a pass lists does not matter.", ["repair.weak-pass.failing-test"], (evidence) => ({
    ...evidence,
    reran: null,
  })),
  judging(
    "A pass that lists its tests is weak, whatever it lists.",
    ["repair.weak-pass.failing-test"],
    (evidence) => ({ ...evidence, reran: evidence.reran === null ? null : [] }),
  ),
]
