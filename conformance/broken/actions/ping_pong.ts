import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, stepper } from "../parts/define.ts"
import { isReply } from "../parts/requests.ts"
import { inState } from "../parts/state_change.ts"

export const pingPong: readonly BrokenImplementation[] = [
  stepper(
    "Only the first call of a reply is a step of an alternation.",
    ["actions.ping_pong.tracker"],
    (request, play) => {
      const step = play(request)
      if (!isReply(request) || request.input.tool_calls.length < 2) return step
      const first = play({
        ...request,
        input: { ...request.input, tool_calls: request.input.tool_calls.slice(0, 1) },
      }).state
      const { ping_pong_a, ping_pong_b, ping_pong_alternations } = first
      return inState(step, (state) => ({ ...state, ping_pong_a, ping_pong_b, ping_pong_alternations }))
    },
  ),
  answering(
    "The same action again is a step of an alternation.",
    ["actions.ping_pong.tracker", "actions.ping_pong.trip"],
    (step, request) => {
      const before = request.state
      if (
        !isReply(request) ||
        step.state.last_signature !== before.last_signature ||
        before.last_signature === ""
      )
        return step
      const { ping_pong_a, ping_pong_b, ping_pong_alternations } = before
      const b = ping_pong_b === "" ? ping_pong_a : ping_pong_b
      return inState(step, (state) => ({
        ...state,
        ping_pong_a,
        ping_pong_b: b,
        ping_pong_alternations: ping_pong_alternations + 1,
      }))
    },
  ),
  stepper(
    "A reply without calls leaves the ping-pong tracker as it is.",
    ["actions.ping_pong.tracker"],
    (request, play) => {
      if (!isReply(request) || request.input.tool_calls.length > 0) return play(request)
      const { ping_pong_a, ping_pong_b, ping_pong_alternations } = request.state
      return inState(play(request), (state) => ({
        ...state,
        ping_pong_a,
        ping_pong_b,
        ping_pong_alternations,
      }))
    },
  ),
  stepper(
    "An action out of order does not start the alternation over.",
    ["actions.ping_pong.trip"],
    (request, play) => {
      const { ping_pong_a, ping_pong_b, ping_pong_alternations } = request.state
      const step = play(request)
      return isReply(request) &&
        step.state.last_signature !== "" &&
        step.state.ping_pong_alternations < ping_pong_alternations
        ? inState(step, (state) => ({ ...state, ping_pong_a, ping_pong_b, ping_pong_alternations }))
        : step
    },
  ),
  stepper(
    "With ping_pong_observations every result starts the alternation over, changed or not.",
    ["actions.ping_pong.observations"],
    (request, play, real) => {
      const { ping_pong_observation_a, ping_pong_observation_b } = request.state
      const other = (key: string): string => (key === "" ? "" : `${key}?`)
      return real.config.ping_pong_observations
        ? play({
            ...request,
            state: {
              ...request.state,
              ping_pong_observation_a: other(ping_pong_observation_a),
              ping_pong_observation_b: other(ping_pong_observation_b),
            },
          })
        : play(request)
    },
  ),
]
