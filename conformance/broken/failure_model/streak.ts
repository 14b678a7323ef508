import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold } from "../parts/define.ts"
import { folded, judging, slotted } from "../parts/define_folds.ts"
import { proposals, results } from "../parts/define_readings.ts"
import { isFail, isLive, passOf } from "../parts/failure_model.ts"
import { mapTexts } from "../parts/state_change.ts"

export const streak: readonly BrokenImplementation[] = [
  results("A step of a bisect is a call like any other.", ["repair.bisect"], (result) =>
    mapTexts(result, (text) => text.replace("Bisecting: ", "At: ")),
  ),
  results("Whatever asks about a bisect is a step of it.", ["repair.bisect"], (result, call) =>
    call?.command.includes("bisect") === true
      ? mapTexts(result, (text) =>
          text.replace(/^.{1,64} .{1,64}$/, "Bisecting: 8 revisions left to test after this"),
        )
      : result,
  ),
  slotted(
    "The streak counts failing turns, whatever their signature.",
    [
      "repair.fold.failure",
      "repair.streak.survives-edits",
      "repair.trip.episode-stop",
      "evidence.delta.count",
      "repair.fold.context-window",
    ],
    (slot, turn) => {
      const again = turn.evidence.find((evidence) => evidence.check_id === slot.check_id && isFail(evidence))
      return isLive(slot) && again ? { ...slot, signature: again.signature } : slot
    },
  ),
  slotted(
    "Every failure starts an episode of its own.",
    [
      "repair.fold.failure",
      "repair.trip.equal",
      "repair.fold.context-window",
      "evidence.silent",
      "evidence.output",
      "evidence.parsers",
      "repair.verdict.signature",
    ],
    (slot) => ({ ...slot, signature: `${slot.signature}?` }),
  ),
  judging(
    "A pass leaves the failure as it is.",
    [
      "repair.fold.pass",
      "repair.counters.turns",
      "repair.streak.survives-edits",
      "evidence.delta.cleared",
      "repair.weak-pass.tests-run",
      "progress.guard",
      "repair.fold.edit-with-ok",
    ],
    (evidence) => (isFail(evidence) ? evidence : undefined),
  ),
  folded(
    "A pass leaves reverify_owed and edit_since_failure set.",
    ["repair.fold.pass"],
    (state, before) => ({
      ...state,
      edit_since_failure: before.edit_since_failure || state.edit_since_failure,
      reverify_owed: before.reverify_owed || state.reverify_owed,
    }),
  ),
  fold(
    "Any ok result passes every check, declared observations included.",
    ["repair.role.declared", "repair.role.undeclared", "repair.fold.edit-with-ok"],
    {
      evidence: (turn, input, step) => {
        const passed = input.results.length > 0 && step.results.every(({ ok }) => ok)
        return passed && turn.evidence.length === 0
          ? {
              ...turn,
              evidence: step.results.map(({ observation, evidence }) => evidence ?? passOf(observation.key)),
            }
          : turn
      },
    },
  ),
  proposals(
    "A declared observation is evidence as any undeclared result.",
    ["repair.role.declared", "repair.fold.unrelated-failure", "actions.turn.exempt-evidence"],
    (call) => (call.evidence_role === "observation" ? { ...call, evidence_role: "" } : call),
  ),
  proposals(
    "Evidence roles are inferred or undeclared, whatever a tool declares.",
    [
      "repair.role.declared",
      "repair.fold.edit-with-ok",
      "repair.failed-edit.declared",
      "repair.edit.by-arguments",
    ],
    (call) => ({ ...call, evidence_role: "" }),
  ),
]
