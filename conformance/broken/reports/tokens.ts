import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { isReply } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const tokens: readonly BrokenImplementation[] = [
  stepper(
    "any_result_forgives_tokens",
    "Any result makes the tokens before it well spent.",
    ["patterns.token_runaway"],
    (request, play) =>
      request.kind === "settle" && request.input.results.length > 0
        ? inState(play(request), (state) => ({ ...state, memory: { ...state.memory, output_tokens: 0 } }))
        : play(request),
  ),
  stepper(
    "input_tokens_count",
    "Input tokens count as output.",
    ["patterns.token_runaway"],
    (request, play) => {
      const usage = isReply(request)
        ? (request.input.usage as
            | { readonly input_tokens?: number; readonly output_tokens?: number }
            | undefined)
        : undefined
      return isReply(request) && usage
        ? play({
            ...request,
            input: {
              ...request.input,
              usage: { output_tokens: (usage.output_tokens ?? 0) + (usage.input_tokens ?? 0) },
            },
          })
        : play(request)
    },
  ),
  stepper(
    "nothing_forgives_tokens",
    "Edits, passes and new results leave the count of tokens.",
    ["patterns.token_runaway"],
    (request, play) =>
      inState(play(request), (state) =>
        isReply(request)
          ? state
          : { ...state, memory: { ...state.memory, output_tokens: request.state.memory.output_tokens } },
      ),
  ),
  stepper(
    "arguments_do_not_matter",
    "Calls are known by the name of their tool alone.",
    [
      "actions.key.exact-values",
      "actions.key.no-record",
      "actions.repeated_error.trip",
      "patterns.productive",
    ],
    (request, play) =>
      play(
        isReply(request)
          ? {
              ...request,
              input: {
                ...request.input,
                tool_calls: request.input.tool_calls.map((call) => ({ ...call, arguments: {} })),
              },
            }
          : request,
      ),
  ),
]
