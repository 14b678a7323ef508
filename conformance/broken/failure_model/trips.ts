import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, fold, stepper } from "../parts/define.ts"
import { knobs } from "../parts/define_readings.ts"
import { isFail, withSlots } from "../parts/failure_model.ts"
import { inState, withWarningsOf } from "../parts/state_change.ts"
import { NEVER, variant } from "../parts/variants.ts"

export const trips: readonly BrokenImplementation[] = [
  stepper(
    "A stuck diagnostic trips although a core pattern did.",
    ["repair.trip.core-warning", "repair.fold-knob.core-hard-stop"],
    (request, play, _real, options) => {
      const other = variant(options, () => ({
        repeat_context_window_error: NEVER,
        ping_pong_cycles: NEVER,
        repeat_same_observation: NEVER,
        repeat_same_error: NEVER,
        threshold: NEVER,
        action_cycle_after: null,
        repeat_success: null,
      }))
      const step = play(request)
      return step.state.turn_warned
        ? withWarningsOf(
            step,
            play({ ...request, state: { ...request.state, turn_warned: false } }, other),
            ({ pattern }) => pattern === "stuck_same_diagnostic",
          )
        : step
    },
  ),
  stepper(
    "A core warning that a later call recovered from lets the stuck trip through.",
    ["repair.trip.core-warning"],
    (request, play, _real, options) => {
      const other = variant(options, () => ({
        repeat_context_window_error: NEVER,
        ping_pong_cycles: NEVER,
        repeat_same_observation: NEVER,
        repeat_same_error: NEVER,
        threshold: NEVER,
      }))
      const step = play(request)
      return step.warnings.length > 0 && step.state.consecutive_trips === 0
        ? withWarningsOf(step, play(request, other), ({ pattern }) => pattern === "stuck_same_diagnostic")
        : step
    },
  ),
  stepper(
    "With equal a trip that was held back comes on the next failure.",
    ["repair.trip.core-warning", "repair.trip.retrip-equal"],
    (request, play, real, options) => {
      const step = play(request)
      if (real.config.stuck_trip_when === "reached") return step
      return withWarningsOf(
        step,
        play(
          request,
          variant(options, () => ({ stuck_trip_when: "reached" })),
        ),
        ({ pattern, count }) =>
          pattern === "stuck_same_diagnostic" && count > real.config.stuck_same_diagnostic_after,
      )
    },
  ),
  knobs(
    "With equal every fold at or past the threshold trips.",
    ["repair.trip.equal", "repair.trip.retrip", "repair.trip.core-warning"],
    (config) => ({ stuck_retrip_every: config.stuck_retrip_every ?? 1 }),
  ),
  knobs(
    "An episode trips once, whatever stuck_retrip_every says.",
    ["repair.trip.retrip", "repair.trip.retrip-equal", "repair.trip.episode-stop"],
    () => ({ stuck_retrip_every: null }),
  ),
  stepper(
    "With reached, re-trips keep their distance from the threshold.",
    ["repair.trip.retrip-equal"],
    (request, play, real, options) => {
      const other = variant(options, () => ({ stuck_trip_when: "equal" }))
      return real.config.stuck_trip_when === "reached" && request.state.slots.some((slot) => slot.trips > 0)
        ? play(request, other)
        : play(request)
    },
  ),
  fold(
    "Trips of a check are counted over the run, not over the episode.",
    ["repair.trip.episode-stop", "repair.verdict.fold"],
    {
      before: (state, turn) => [state, turn],
      after: (step, before, turn) => {
        const trips = before.warnings.filter(({ pattern }) => pattern === "stuck_same_diagnostic").length
        return turn.evidence.some(isFail) && trips > 0
          ? inState(step, (state) =>
              withSlots(state, (slot) => (slot.trips < trips ? { ...slot, trips } : slot)),
            )
          : step
      },
    },
  ),
  knobs("The trips of an episode never end the run.", ["repair.trip.episode-stop"], () => ({
    stuck_hard_stop_after: null,
  })),
  answering("A stuck warning has no diagnostic fields.", ["repair.trip.payload"], (step) => ({
    ...step,
    warnings: step.warnings.map(
      ({
        diagnostic_class: _class,
        diagnostic_signature: _signature,
        diagnostic_snippet: _snippet,
        ...warning
      }) => warning,
    ),
  })),
  answering("Every warning has diagnostic fields.", ["repair.trip.payload"], (step) => ({
    ...step,
    warnings: step.warnings.map((warning) => ({
      ...warning,
      diagnostic_snippet: warning.diagnostic_snippet ?? step.state.last_diagnostic_snippet,
    })),
  })),
]
