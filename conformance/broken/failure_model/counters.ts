import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold } from "../parts/define.ts"
import { isFail } from "../parts/failure_model.ts"
import { inState } from "../parts/state_change.ts"

export const counters: readonly BrokenImplementation[] = [
  fold(
    "failing_turns_are_not_counted",
    "failing_verify_turns stays at zero.",
    ["repair.counters.turns", "repair.verdict.turns", "repair.weak-pass.counts"],
    { after: (step) => inState(step, (state) => ({ ...state, failing_verify_turns: 0 })) },
  ),
  fold(
    "edit_is_a_clean_turn",
    "An edit resets the turns since a pass and verifies its epoch.",
    ["repair.counters.turns"],
    {
      after: (step, before) =>
        inState(step, (state) =>
          state.write_epoch > before.write_epoch
            ? { ...state, turns_since_clean_verify: 0, verified_write_epoch: state.write_epoch }
            : state,
        ),
    },
  ),
  fold(
    "weak_pass_resets_the_counts",
    "A weak pass that leaves the failure still resets the counts.",
    ["repair.weak-pass.counts"],
    {
      after: (step, _before, turn) =>
        inState(step, (state) =>
          turn.evidence.length > 0 && !turn.evidence.some(isFail)
            ? { ...state, failing_verify_turns: 0, turns_since_clean_verify: 0 }
            : state,
        ),
    },
  ),
  fold(
    "full_pass_resets_nothing",
    "A pass does not reset the counts of turns.",
    ["repair.weak-pass.counts", "repair.counters.turns"],
    {
      after: (step, before) =>
        inState(step, (state) => ({
          ...state,
          failing_verify_turns: Math.max(before.failing_verify_turns, state.failing_verify_turns),
          turns_since_clean_verify: before.turns_since_clean_verify + 1,
        })),
    },
  ),
]
