import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold, stepper } from "../parts/define.ts"
import { isFail, isLive, passOf, withEvidence, withSlots } from "../parts/failure_model.ts"
import { isReply } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const streak: readonly BrokenImplementation[] = [
  fold(
    "every_failure_is_the_same",
    "The streak counts failing turns, whatever their signature.",
    [
      "repair.fold.failure",
      "repair.streak.survives-edits",
      "repair.trip.episode-stop",
      "evidence.delta.count",
      "repair.fold.context-window",
    ],
    {
      before: (state, turn) => [
        withSlots(state, (slot) => {
          const again = turn.evidence.find(
            (evidence) => evidence.check_id === slot.check_id && isFail(evidence),
          )
          return isLive(slot) && again ? { ...slot, signature: again.signature } : slot
        }),
        turn,
      ],
    },
  ),
  fold(
    "streak_never_grows",
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
    {
      before: (state, turn) => [
        withSlots(state, (slot) => ({ ...slot, signature: `${slot.signature}?` })),
        turn,
      ],
    },
  ),
  fold(
    "pass_never_clears",
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
    {
      before: (state, turn) => [
        state,
        withEvidence(turn, (evidence) => (isFail(evidence) ? evidence : undefined)),
      ],
    },
  ),
  fold(
    "pass_keeps_the_debt",
    "A pass leaves reverify_owed and edit_since_failure set.",
    ["repair.fold.pass"],
    {
      after: (step, before) =>
        inState(step, (state) => ({
          ...state,
          edit_since_failure: before.edit_since_failure || state.edit_since_failure,
          reverify_owed: before.reverify_owed || state.reverify_owed,
        })),
    },
  ),
  fold(
    "read_clears_the_failure",
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
  stepper(
    "observations_are_evidence",
    "A declared observation is evidence as any undeclared result.",
    ["repair.role.declared", "repair.fold.unrelated-failure", "actions.turn.exempt-evidence"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? {
              ...state,
              proposal: state.proposal.map((call) =>
                call.evidence_role === "observation" ? { ...call, evidence_role: "" } : call,
              ),
            }
          : state,
      ),
  ),
  stepper(
    "declared_roles_are_not_read",
    "Evidence roles are inferred or undeclared, whatever a tool declares.",
    [
      "repair.role.declared",
      "repair.fold.edit-with-ok",
      "repair.failed-edit.declared",
      "repair.edit.by-arguments",
    ],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? { ...state, proposal: state.proposal.map((call) => ({ ...call, evidence_role: "" })) }
          : state,
      ),
  ),
]
