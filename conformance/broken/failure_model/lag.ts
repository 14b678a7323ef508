import type { BrokenImplementation } from "../broken_implementation.ts"
import type { FoldedTurn } from "../parts/broken_fold.ts"
import { answering, detector, stepper } from "../parts/define.ts"
import { knobs } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const lag: readonly BrokenImplementation[] = [
  detector(
    "Results are folded two replies later.",
    ["repair.fold-knob.lag", "repair.fold-knob.every-turn", "repair.trip.equal"],
    {
      steps: (real) => {
        let held: FoldedTurn | null = null
        return (request, play) => {
          if (!isReply(request) || real.config.fold === "same_turn") return play(request)
          const pending = held
          held = request.state.pending
          return play({ ...request, state: { ...request.state, pending } })
        }
      },
    },
  ),
  knobs(
    "With fold same_turn calls are paired with the results of their own turn.",
    ["repair.fold-knob.core"],
    (config) =>
      config.fold === "same_turn"
        ? { repeat_context_window_error: Math.max(1, config.repeat_context_window_error - 1) }
        : {},
  ),
  answering(
    "With fold same_turn a context-window failure counts in the turn it came in.",
    ["repair.fold-knob.core"],
    (step, request, real) => {
      const overflow =
        request.kind === "settle" &&
        real.config.fold === "same_turn" &&
        step.results.some(({ observation }) => observation.kind === "context_window")
      return overflow
        ? inState(step, (state) => ({
            ...state,
            last_outcome_kind: "context_window",
            context_window_error_streak: state.context_window_error_streak + 1,
          }))
        : step
    },
  ),
  answering(
    "A hard stop of the proposal stops only after its calls have run.",
    ["repair.fold-knob.hard-stop", "ladder.steps"],
    (step, request) => (isReply(request) ? { ...step, hard_stop: false } : step),
  ),
  stepper(
    "A reply without calls leaves the results before it unfolded.",
    ["repair.fold-knob.every-turn", "repair.fold.failure"],
    (request, play) => {
      if (!isReply(request) || request.input.tool_calls.length > 0 || request.input.had_parse_errors)
        return play(request)
      const { pending } = request.state
      return inState(play({ ...request, state: { ...request.state, pending: null } }), (state) => ({
        ...state,
        pending,
      }))
    },
  ),
  stepper(
    "A reply that cannot be parsed leaves the results before it unfolded.",
    ["repair.fold-knob.every-turn"],
    (request, play) => {
      if (!isReply(request) || request.input.had_parse_errors !== true) return play(request)
      const { pending } = request.state
      return inState(play({ ...request, state: { ...request.state, pending: null } }), (state) => ({
        ...state,
        pending,
      }))
    },
  ),
]
