import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector, stepper } from "../parts/define.ts"
import { results } from "../parts/define_readings.ts"
import { isOk, isReply } from "../parts/requests.ts"
import { inState, mapTexts } from "../parts/state_change.ts"

export const streaks: readonly BrokenImplementation[] = [
  detector(
    "threshold_is_no_default",
    "A given threshold leaves repeat_same_observation at its default.",
    ["actions.repeated_same_observation.threshold"],
    {
      options: (options) => {
        const given = options.stall_diagnostics
        return typeof given === "object" && given !== null
          ? {
              ...options,
              stall_diagnostics: { ...given, repeat_same_observation: given.repeat_same_observation ?? 4 },
            }
          : options
      },
    },
  ),
  detector(
    "threshold_wins_over_its_own_knob",
    "A given threshold replaces a given repeat_same_observation.",
    ["actions.repeated_same_observation.threshold"],
    {
      options: (options) => {
        const given = options.stall_diagnostics
        return typeof given === "object" && given !== null
          ? {
              ...options,
              stall_diagnostics: {
                ...given,
                repeat_same_observation: given.threshold ?? given.repeat_same_observation,
              },
            }
          : options
      },
    },
  ),
  stepper(
    "repetitions_are_not_summed",
    "Only the repetitions of the last run of equal calls are counted.",
    ["actions.repeated_tool_calls.count"],
    (request, play) =>
      inState(play(request), (state) => ({ ...state, repeated_tool_calls: Math.max(0, state.streak - 1) })),
  ),
  stepper(
    "results_do_not_break_the_streak",
    "The streak of equal calls trips by signature although results are known.",
    ["actions.repeated_same_signature.trip"],
    (request, play) => {
      if (!isReply(request)) return play(request)
      const blind = play({ ...request, state: { ...request.state, dispatched: null } })
      return blind.warnings.some(({ pattern }) => pattern === "repeated_same_signature")
        ? blind
        : play(request)
    },
  ),
  stepper(
    "overflows_count_per_action",
    "Context-window failures are counted for each action apart.",
    ["actions.context_window.trip"],
    (request, play) => {
      const step = play(request)
      return isReply(request) && step.state.last_signature !== request.state.last_signature
        ? play({ ...request, state: { ...request.state, context_window_error_streak: 0 } })
        : step
    },
  ),
  results(
    "some_overflow_phrases_are_unknown",
    "token limit, too many tokens and maximum context are no context-window phrases.",
    ["actions.context_window.phrases"],
    (result) =>
      isOk(result)
        ? result
        : mapTexts(result, (text) =>
            text.replaceAll(/token limit|too many tokens|maximum context/gi, (found) =>
              found.replace(" ", "-"),
            ),
          ),
  ),
]
