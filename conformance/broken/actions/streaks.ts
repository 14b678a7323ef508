import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { remembering, results } from "../parts/define_readings.ts"
import { isOk, isReply } from "../parts/requests.ts"
import { mapTexts } from "../parts/state_change.ts"

export const streaks: readonly BrokenImplementation[] = [
  remembering(
    "Only the repetitions of the last run of equal calls are counted.",
    ["actions.repeated_tool_calls.count"],
    (state) => ({ ...state, repeated_tool_calls: Math.max(0, state.streak - 1) }),
  ),
  stepper(
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
