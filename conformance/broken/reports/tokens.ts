import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { remembering, replies } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"

export const tokens: readonly BrokenImplementation[] = [
  remembering(
    "Any result makes the tokens before it well spent.",
    ["patterns.token_runaway"],
    (state, request) =>
      request.kind === "settle" && request.input.results.length > 0
        ? { ...state, memory: { ...state.memory, output_tokens: 0 } }
        : state,
  ),
  stepper("Input tokens count as output.", ["patterns.token_runaway"], (request, play) => {
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
  }),
  remembering(
    "Edits, passes and new results leave the count of tokens.",
    ["patterns.token_runaway"],
    (state, request) =>
      isReply(request)
        ? state
        : {
            ...state,
            memory: { ...state.memory, output_tokens: request.state.memory["output_tokens"] ?? 0 },
          },
  ),
  replies(
    "Calls are known by the name of their tool alone.",
    [
      "actions.key.exact-values",
      "actions.key.no-record",
      "actions.repeated_error.trip",
      "patterns.productive",
    ],
    (request) => ({ tool_calls: request.input.tool_calls.map((call) => ({ ...call, arguments: {} })) }),
  ),
]
