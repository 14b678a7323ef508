import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, stepper } from "../parts/define.ts"
import { remembering } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { inState, withActionsOf } from "../parts/state_change.ts"

export const resets: readonly BrokenImplementation[] = [
  remembering(
    "A reply without calls does not break the action run.",
    ["actions.resets.message"],
    (state, request) =>
      isReply(request) && request.input.tool_calls.length === 0 && request.input.had_parse_errors !== true
        ? withActionsOf(state, request.state)
        : state,
  ),
  stepper(
    "Any text in a reply starts the action streaks over.",
    ["actions.resets.message"],
    (request, play) => {
      const reset =
        isReply(request) && request.input.text ? { ...request.state, last_signature: "" } : request.state
      return play({ ...request, state: reset })
    },
  ),
  answering(
    "A reply without calls clears the failure model with the action run.",
    ["actions.resets.failure-model"],
    (step, request, real) =>
      isReply(request) && request.input.tool_calls.length === 0
        ? inState(step, (state) => real.clear(state))
        : step,
  ),
]
