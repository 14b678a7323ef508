import type { BrokenImplementation } from "../broken_implementation.ts"
import { judging } from "../parts/define_folds.ts"
import { type Evidence, slotOf } from "../parts/failure_model.ts"

/** Passes that are weak for such a reason are none. */
const forgiving =
  (reason: RegExp) =>
  (evidence: Evidence): Evidence =>
    reason.test(evidence.weakness) ? { ...evidence, weakness: "" } : evidence

export const weakPass: readonly BrokenImplementation[] = [
  judging(
    "How many tests ran does not matter.",
    ["repair.weak-pass.tests-run"],
    forgiving(/^(?:no test ran|\d+ tests ran)/),
  ),
  judging("An unknown number of tests is none.", ["repair.weak-pass.unknown"], (evidence) =>
    evidence.class === "pass" && evidence.tests_run === null
      ? { ...evidence, weakness: "no test ran" }
      : evidence,
  ),
  judging("No words say that no test ran.", ["evidence.no-tests"], forgiving(/^no test ran/)),
  judging("Whatever says that no test was found ran none.", ["evidence.no-tests"], (evidence, state) =>
    evidence.class === "pass" &&
    evidence.tests_run === null &&
    slotOf(state, evidence.check_id)?.class === "fail"
      ? { ...evidence, weakness: "no test ran" }
      : evidence,
  ),
  judging("An unknown number of tests is enough.", ["repair.weak-pass.unknown"], forgiving(/does not say/)),
  judging(
    "Only a pass in which no test ran is weak.",
    ["repair.weak-pass.tests-run"],
    forgiving(/^(?!no test ran)/),
  ),
  judging(
    "Which tests a pass lists does not matter.",
    ["repair.weak-pass.failing-test"],
    forgiving(/had failed did not run/),
  ),
  judging(
    "A pass that lists its tests is weak, whatever it lists.",
    ["repair.weak-pass.failing-test"],
    (evidence, state) => {
      const known = slotOf(state, evidence.check_id)?.class === "fail"
      const lists = evidence.class === "pass" && evidence.tests_run !== null && known
      return lists ? { ...evidence, weakness: "it lists its tests" } : evidence
    },
  ),
]
