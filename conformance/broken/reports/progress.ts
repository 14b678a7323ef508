import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector, stepper } from "../parts/define.ts"
import { signals } from "../parts/define_readings.ts"
import { withKnobs } from "../parts/knob_change.ts"
import { inState } from "../parts/state_change.ts"

export const progress: readonly BrokenImplementation[] = [
  signals(
    "progress_is_not_read",
    "The host's progress signal does not matter.",
    ["progress.signal.fold", "progress.signal.write-axis", "progress.signal.long-stall"],
    (given) => ({ ...given, progress_signal: undefined }),
  ),
  signals(
    "no_answer_is_flat",
    "A turn without an answer of the host is a flat one.",
    ["progress.signal.fold"],
    (given) => ({ ...given, progress_signal: given.progress_signal ?? null }),
  ),
  stepper(
    "any_number_is_an_advance",
    "Any number the host answers is an advance.",
    ["progress.signal.fold", "progress.signal.write-axis", "progress.signal.long-stall"],
    (request, play) => play({ ...request, state: { ...request.state, verify_state_seen: false } }),
  ),
  stepper(
    "advance_keeps_the_write",
    "An advance leaves the writes before it.",
    ["progress.signal.write-axis"],
    (request, play) =>
      inState(play(request), (state) => ({
        ...state,
        verify_wrote_since_advance:
          request.state.verify_wrote_since_advance || state.verify_wrote_since_advance,
      })),
  ),
  stepper(
    "every_flat_turn_wrote",
    "Flat turns deny without a write among them.",
    ["progress.signal.write-axis"],
    (request, play) =>
      inState(play(request), (state) => ({
        ...state,
        verify_wrote_since_advance: state.verify_turns_since_advance > 0,
      })),
  ),
  detector(
    "predicates_cannot_be_disarmed",
    "no_net_progress_predicates is never read.",
    ["progress.signal.hard-recurrence"],
    {
      options: withKnobs(() => ({
        no_net_progress_predicates: { hard_recurrence: true, long_stall: true, write_axis: true },
      })),
    },
  ),
  detector(
    "recurrence_is_the_streak",
    "A failure that comes back is not counted, only its streak.",
    ["progress.signal.hard-recurrence"],
    {
      deniesExtension: (state, has_signal, real) =>
        real.deniesExtension({ ...state, recurrences: [] }, has_signal),
    },
  ),
  detector("stall_needs_no_streak", "Flat turns alone are a long stall.", ["progress.signal.long-stall"], {
    options: withKnobs(() => ({ verify_state_streak: 1 })),
  }),
  detector("guard_forgets_the_age", "The guard denies by the streak alone.", ["progress.guard"], {
    deniesExtension: (state, has_signal, real) =>
      real.deniesExtension({ ...state, failing_verify_turns: 0 }, has_signal),
  }),
  detector("guard_needs_no_failure", "The guard denies although nothing is failing.", ["progress.guard"], {
    deniesExtension: (state, has_signal, real) =>
      real.deniesExtension(state, has_signal) ||
      (real.config.no_net_progress_extend_guard && !has_signal && state.last_diagnostic_class !== "fail"),
  }),
]
