import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector } from "../parts/define.ts"
import { knobs, recalling, remembering, signals } from "../parts/define_readings.ts"

export const progress: readonly BrokenImplementation[] = [
  signals(
    "The host's progress signal does not matter.",
    ["progress.signal.fold", "progress.signal.write-axis", "progress.signal.long-stall"],
    (given) => ({ ...given, progress_signal: undefined }),
  ),
  signals("A turn without an answer of the host is a flat one.", ["progress.signal.fold"], (given) => ({
    ...given,
    progress_signal: given.progress_signal ?? null,
  })),
  recalling(
    "Any number the host answers is an advance.",
    ["progress.signal.fold", "progress.signal.write-axis", "progress.signal.long-stall"],
    (state, request) => ({ ...request.state, verify_state_seen: false }),
  ),
  remembering(
    "An advance leaves the writes before it.",
    ["progress.signal.write-axis"],
    (state, request) => ({
      ...state,
      verify_wrote_since_advance:
        request.state.verify_wrote_since_advance || state.verify_wrote_since_advance,
    }),
  ),
  remembering("Flat turns deny without a write among them.", ["progress.signal.write-axis"], (state) => ({
    ...state,
    verify_wrote_since_advance: state.verify_turns_since_advance > 0,
  })),
  knobs("no_net_progress_predicates is never read.", ["progress.signal.hard-recurrence"], () => ({
    no_net_progress_predicates: { hard_recurrence: true, long_stall: true, write_axis: true },
  })),
  detector(
    "A failure that comes back is not counted, only its streak.",
    ["progress.signal.hard-recurrence"],
    {
      deniesExtension: (state, has_signal, real) =>
        real.deniesExtension({ ...state, recurrences: [] }, has_signal),
    },
  ),
  knobs("Flat turns alone are a long stall.", ["progress.signal.long-stall"], () => ({
    verify_state_streak: 1,
  })),
  detector("The guard denies by the streak alone.", ["progress.guard"], {
    deniesExtension: (state, has_signal, real) =>
      real.deniesExtension({ ...state, failing_verify_turns: 0 }, has_signal),
  }),
  detector("The guard denies although nothing is failing.", ["progress.guard"], {
    deniesExtension: (state, has_signal, real) =>
      real.deniesExtension(state, has_signal) ||
      (real.config.no_net_progress_extend_guard && !has_signal && state.last_diagnostic_class !== "fail"),
  }),
]
