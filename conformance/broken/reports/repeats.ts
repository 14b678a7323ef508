import type { DetectorState } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { fold, stepper } from "../parts/define.ts"
import { proposals } from "../parts/define_readings.ts"
import { isFail } from "../parts/failure_model.ts"
import { inState } from "../parts/state_change.ts"

/** The state with what it remembered of repeated actions before as well. */
const withActions = (state: DetectorState, before: readonly string[]): DetectorState => ({
  ...state,
  memory: { ...state.memory, actions: [...before, ...state.memory.actions] },
})

/** The state with the alternations that it has lost. */
const withAlternations = (state: DetectorState, before: DetectorState["alternations"]): DetectorState => {
  const kept = state.alternations.map(({ check_id, with_edits }) => `${check_id} ${with_edits}`)
  const lost = before.filter(({ check_id, with_edits }) => !kept.includes(`${check_id} ${with_edits}`))
  return { ...state, alternations: [...lost, ...state.alternations] }
}

/** Ways to count repeats and rounds that are none. */
export const repeats: readonly BrokenImplementation[] = [
  proposals(
    "polls_are_repeats",
    "A command that waits and looks counts as a repeat.",
    ["patterns.repeated_action"],
    (call) => ({ ...call, command: "" }),
  ),
  stepper(
    "repeats_survive_a_write",
    "A write does not start the count of repeated actions over.",
    ["patterns.repeated_action"],
    (request, play) => {
      const step = play(request)
      const wrote = step.results.some((result) => result.wrote)
      return wrote ? inState(step, (state) => withActions(state, request.state.memory.actions)) : step
    },
  ),
  stepper(
    "parallel_calls_are_repeats",
    "The same call twice in one turn counts twice.",
    ["patterns.repeated_action"],
    (request, play) => {
      const step = play(request)
      const called = step.results.map(({ observation }) => observation.action)
      const twice = new Set(called).size < called.length
      return twice ? inState(step, (state) => withActions(state, state.memory.actions.slice(-1))) : step
    },
  ),
  fold(
    "rejected_edits_take_no_turns",
    "A rejected edit is no failure that another may take turns with.",
    ["patterns.alternating_failures"],
    { evidence: (turn) => ({ ...turn, rejected_edit: "" }) },
  ),
  fold(
    "applied_edits_make_up_for_nothing",
    "A rejected edit takes part although one went through behind it.",
    ["patterns.alternating_failures"],
    {
      after: (step, { alternations }, { made_edit }) =>
        made_edit ? inState(step, (state) => withAlternations(state, alternations)) : step,
    },
  ),
  fold(
    "passes_end_no_round",
    "Rounds of two failures go on behind a pass.",
    ["patterns.alternating_failures"],
    {
      after: (step, { alternations }, { evidence }) =>
        evidence.length > 0 && !evidence.some(isFail)
          ? inState(step, (state) => withAlternations(state, alternations))
          : step,
    },
  ),
  fold(
    "time_outs_of_all_checks_are_one_row",
    "The time-outs of several checks count as those of each.",
    ["patterns.timeout_failure"],
    {
      before: (state, turn) => {
        const most = Math.max(0, ...state.slots.map(({ timeout_streak }) => timeout_streak))
        return [{ ...state, slots: state.slots.map((slot) => ({ ...slot, timeout_streak: most })) }, turn]
      },
    },
  ),
]
