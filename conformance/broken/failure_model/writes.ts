import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold } from "../parts/define.ts"
import { folded } from "../parts/define_folds.ts"
import { isFail, isLive, passOf, withEvidence, withSlots } from "../parts/failure_model.ts"

export const writes: readonly BrokenImplementation[] = [
  folded(
    "An edit on a live failure owes no re-verify.",
    ["repair.fold.edit-alone", "repair.fold.none", "repair.slots.edit", "repair.gates.edit"],
    (state) => ({
      ...withSlots(state, (slot) => ({ ...slot, edit_since_failure: false, reverify_owed: false })),
      edit_since_failure: false,
      reverify_owed: false,
    }),
  ),
  fold(
    "An edit is taken for a repair: it clears what is failing.",
    ["repair.fold.edit-alone", "repair.fold.none", "repair.fold.edit-with-ok"],
    {
      before: (state, turn) => [
        state,
        turn.made_edit && turn.evidence.length === 0
          ? {
              ...turn,
              evidence: state.slots
                .filter(isLive)
                .map((slot) => ({ ...passOf("edit"), check_id: slot.check_id })),
            }
          : turn,
      ],
    },
  ),
  folded(
    "An edit owes a re-verify although nothing fails.",
    ["repair.fold.edit-alone", "repair.fold.none"],
    (state, before) =>
      state.write_epoch > before.write_epoch && state.last_diagnostic_class !== "fail"
        ? { ...state, edit_since_failure: true, reverify_owed: true }
        : state,
  ),
  folded(
    "The write of a turn is folded after its evidence.",
    ["repair.fold.edit-with-failure", "repair.slots.edit", "repair.gates.edit"],
    (state, _before, turn) =>
      turn.made_edit
        ? {
            ...withSlots(state, (slot) =>
              isLive(slot) ? { ...slot, edit_since_failure: true, reverify_owed: true } : slot,
            ),
            ...(state.last_diagnostic_class === "fail"
              ? { edit_since_failure: true, reverify_owed: true }
              : {}),
          }
        : state,
  ),
  folded(
    "Edits do not bump the write epoch.",
    ["repair.fold.edit-alone", "repair.edit.kinds", "repair.edit.once-a-turn"],
    (state, before) => ({ ...state, write_epoch: before.write_epoch }),
  ),
  fold("An undeclared ok beside an edit passes its check.", ["repair.fold.edit-with-ok"], {
    evidence: (turn, _input, step) => {
      const passes = step.results.flatMap(({ evidence, is_edit, ok }) =>
        turn.made_edit && !is_edit && ok && evidence !== null ? [evidence] : [],
      )
      return turn.evidence.length === 0 ? { ...turn, evidence: passes } : turn
    },
  }),
  fold("A check that passes beside an edit passes nothing, declared or not.", ["repair.fold.edit-with-ok"], {
    before: (state, turn) => [
      state,
      turn.made_edit ? withEvidence(turn, (evidence) => (isFail(evidence) ? evidence : undefined)) : turn,
    ],
  }),
]
