import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, fold } from "../parts/define.ts"
import { folded } from "../parts/define_folds.ts"
import { proposals, remembering } from "../parts/define_readings.ts"
import { isFail, isLive, passOf, showing, withSlots } from "../parts/failure_model.ts"
import { inState, withoutWarnings } from "../parts/state_change.ts"

export const slots: readonly BrokenImplementation[] = [
  proposals(
    "All checks share one slot, declared or not.",
    [
      "repair.slots.own",
      "repair.slots.pass",
      "repair.slots.edit",
      "repair.slots.stuck",
      "repair.slots.shown",
      "repair.all-results.every-check",
      "repair.narrower.failure",
    ],
    (call) => ({ ...call, check_id: "" }),
  ),
  proposals(
    "Every tool has a slot of its own, declared or not.",
    ["repair.slots.own", "repair.slots.pass", "repair.fold.pass"],
    (call) => ({ ...call, check_id: call.check_id || call.tool_name }),
  ),
  fold("A pass clears the slots of all checks.", ["repair.slots.pass", "repair.slots.shown"], {
    before: (state, turn) => [
      state,
      turn.evidence.some((evidence) => !isFail(evidence))
        ? {
            ...turn,
            evidence: [
              ...state.slots.filter(isLive).map((slot) => ({ ...passOf("pass"), check_id: slot.check_id })),
              ...turn.evidence,
            ],
          }
        : turn,
    ],
  }),
  fold("An edit owes a re-verify on the slot that is shown and no other.", ["repair.slots.edit"], {
    after: (step, before, turn) =>
      turn.made_edit
        ? inState(step, (state) => {
            const shown = before.slots.findLast(isLive)?.check_id
            return withSlots(state, (slot) =>
              slot.check_id === shown ? slot : { ...slot, edit_since_failure: false, reverify_owed: false },
            )
          })
        : step,
  }),
  folded("An edit owes a re-verify on slots that pass, too.", ["repair.slots.edit"], (state, _before, turn) =>
    turn.made_edit
      ? {
          ...state,
          reverify_owed: state.reverify_owed || !state.slots.some(isLive),
        }
      : state,
  ),
  answering(
    "Of several live slots the one that failed first is shown.",
    ["repair.slots.shown", "repair.slots.own"],
    (step) => {
      const live = step.state.slots.filter(isLive)
      const [first] = live
      if (first === undefined || live.length < 2 || step.current_failure === undefined) return step
      const [{ others, ...current }, shown] = [
        step.current_failure,
        step.current_failure.others.find(({ check_id }) => check_id === first.check_id),
      ]
      if (shown === undefined) return step
      return {
        ...step,
        current_failure: { ...shown, others: [...others.filter((other) => other !== shown), current] },
        state: showing(step.state, first),
      }
    },
  ),
  remembering(
    "When no slot is live the class is empty.",
    ["repair.slots.shown", "repair.fold.pass"],
    (state) => (state.last_diagnostic_class === "pass" ? { ...state, last_diagnostic_class: "" } : state),
  ),
  remembering("Before any evidence the class is a pass.", ["repair.slots.shown"], (state) =>
    state.last_diagnostic_class === "" ? { ...state, last_diagnostic_class: "pass" } : state,
  ),
  answering(
    "Of several slots that are due only the first trips.",
    ["repair.slots.stuck"],
    (step, request) => {
      const first = step.warnings.find(({ pattern }) => pattern === "stuck_same_diagnostic")
      return withoutWarnings(
        step,
        request.state,
        (warning) => warning.pattern === "stuck_same_diagnostic" && warning !== first,
      )
    },
  ),
  answering("When one slot is stuck every live slot trips.", ["repair.slots.stuck"], (step) => {
    const stuck = step.warnings.filter(({ pattern }) => pattern === "stuck_same_diagnostic")
    const [first] = stuck
    if (first === undefined) return step
    const quiet = step.state.slots.filter(
      (slot) => isLive(slot) && !stuck.some(({ check_id }) => check_id === slot.check_id),
    )
    return {
      ...step,
      warnings: [
        ...step.warnings,
        ...quiet.map(({ check_id, streak }) => ({ ...first, check_id, count: streak })),
      ],
    }
  }),
]
