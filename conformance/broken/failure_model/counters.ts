import type { BrokenImplementation } from "../broken_implementation.ts"
import { folded } from "../parts/define_folds.ts"
import { isFail } from "../parts/failure_model.ts"

export const counters: readonly BrokenImplementation[] = [
  folded(
    "failing_verify_turns stays at zero.",
    ["repair.counters.turns", "repair.verdict.turns", "repair.weak-pass.counts"],
    (state) => ({ ...state, failing_verify_turns: 0 }),
  ),
  folded(
    "An edit resets the turns since a pass and verifies its epoch.",
    ["repair.counters.turns"],
    (state, before) =>
      state.write_epoch > before.write_epoch
        ? { ...state, turns_since_clean_verify: 0, verified_write_epoch: state.write_epoch }
        : state,
  ),
  folded(
    "A weak pass that leaves the failure still resets the counts.",
    ["repair.weak-pass.counts"],
    (state, _before, turn) =>
      turn.evidence.length > 0 && !turn.evidence.some(isFail)
        ? { ...state, failing_verify_turns: 0, turns_since_clean_verify: 0 }
        : state,
  ),
  folded(
    "A pass does not reset the counts of turns.",
    ["repair.weak-pass.counts", "repair.counters.turns"],
    (state, before) => ({
      ...state,
      failing_verify_turns: Math.max(before.failing_verify_turns, state.failing_verify_turns),
      turns_since_clean_verify: before.turns_since_clean_verify + 1,
    }),
  ),
]
