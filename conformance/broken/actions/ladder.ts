import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, detector } from "../parts/define.ts"
import { knobs } from "../parts/define_readings.ts"
import { CORE_PATTERNS } from "../parts/patterns.ts"
import { isReply } from "../parts/requests.ts"
import { inState, withFailureModelOf } from "../parts/state_change.ts"

export const ladder: readonly BrokenImplementation[] = [
  detector(
    "No clean step ends an escalation.",
    ["ladder.steps", "ladder.shared", "actions.ping_pong.re-trip", "repair.trip.base-ladder"],
    {
      steps: (real) => {
        let trips = 0
        return (request, play) => {
          const step = play(request)
          const climbing = step.warnings.filter(({ pattern }) => pattern !== "flailing_action").length
          trips += climbing
          const hard_stop = climbing > 0 && trips >= real.config.hard_stop_after_trips
          return { ...step, hard_stop, state: { ...step.state, consecutive_trips: trips, hard_stop } }
        }
      },
    },
  ),
  answering(
    "Monologues trip without climbing the ladder.",
    ["ladder.shared", "actions.monologue.re-trip"],
    (step) => {
      const isMonologue = ({ pattern }: { readonly pattern: string }): boolean =>
        pattern.includes("monologue") || pattern === "errored_no_tool_call"
      if (!step.warnings.some(isMonologue)) return step
      const warnings = step.warnings.map((warning) => ({
        ...warning,
        hard_stop: false,
        consecutive_trips: 1,
      }))
      return {
        ...step,
        warnings,
        hard_stop: false,
        state: { ...step.state, hard_stop: false, consecutive_trips: 1 },
      }
    },
  ),
  answering("A trip of another pattern starts the climb over.", ["ladder.shared"], (step, request) => {
    const last = request.state.warnings.at(-1)?.pattern
    const [first] = step.warnings
    if (first === undefined || last === undefined || first.pattern === last) return step
    const warnings = step.warnings.map((warning) => ({
      ...warning,
      consecutive_trips: 1,
      hard_stop: false,
    }))
    return {
      ...step,
      warnings,
      hard_stop: false,
      state: { ...step.state, consecutive_trips: 1, hard_stop: false },
    }
  }),
  knobs("hard_stop_after_trips is never read: always 3.", ["ladder.knob", "repair.trip.base-ladder"], () => ({
    hard_stop_after_trips: 3,
  })),
  answering(
    "A core hard stop throws the fold of its turn away.",
    ["repair.fold-knob.core-hard-stop"],
    (step, request) => {
      const stopped =
        isReply(request) && step.hard_stop && step.warnings.some(({ pattern }) => CORE_PATTERNS.has(pattern))
      return stopped ? inState(step, (state) => withFailureModelOf(state, request.state)) : step
    },
  ),
]
