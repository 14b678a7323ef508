import type { DetectorOptions } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, detector, optioned, stepper } from "../parts/define.ts"
import { knobs, remembering, replies } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { inState, withActionsOf } from "../parts/state_change.ts"

const withoutTools = (options: DetectorOptions, names: readonly string[]): DetectorOptions => ({
  ...options,
  tools: Object.fromEntries(
    Object.entries(options.tools ?? {}).map(([name, declared]) => [
      name,
      typeof declared === "function"
        ? declared
        : Object.fromEntries(Object.entries(declared).filter(([key]) => !names.includes(key))),
    ]),
  ),
})

export const turns: readonly BrokenImplementation[] = [
  knobs("A disabled detector runs all the same.", ["actions.turn.disabled"], () => ({ enabled: true })),
  replies(
    "A reply that could not be parsed is read as any other.",
    ["actions.turn.parse-errors", "patterns.repeated_parse_rejection"],
    () => ({ had_parse_errors: false }),
  ),
  remembering(
    "A reply that could not be parsed leaves the action streaks alone.",
    ["actions.turn.parse-errors"],
    (state, request) =>
      isReply(request) && request.input.had_parse_errors ? withActionsOf(state, request.state) : state,
  ),
  remembering(
    "A reply that could not be parsed ends a monologue even without its knob.",
    ["actions.turn.parse-errors"],
    (state, request) =>
      isReply(request) && request.input.had_parse_errors ? { ...state, no_progress_streak: 0 } : state,
  ),
  remembering(
    "With repeat_parse_rejection a reply that could not be parsed does not end a monologue.",
    ["patterns.repeated_parse_rejection"],
    (state, request) =>
      isReply(request) && request.input.had_parse_errors
        ? {
            ...state,
            no_progress_streak: request.state.no_progress_streak,
          }
        : state,
  ),
  optioned("Calls of tools declared soft are substantive.", ["actions.turn.soft"], (options) =>
    withoutTools(options, ["soft"]),
  ),
  replies("Progress tools are soft by their name, declared or not.", ["actions.turn.soft"], (request) => ({
    tool_calls: request.input.tool_calls.filter(({ name = "" }) => !name.includes("progress")),
    text: request.input.text ?? "…",
  })),
  stepper("A reply with any soft call is a reply without calls.", ["actions.turn.soft"], (request, play) => {
    const step = play(request)
    const soft = isReply(request) && step.state.proposal.some((call) => call.soft)
    return soft && isReply(request)
      ? play({ ...request, input: { ...request.input, tool_calls: [], text: "soft" } })
      : step
  }),
  replies("A reply without calls and text counts as a message.", ["actions.turn.empty"], (request) =>
    request.input.tool_calls.length === 0 ? { text: request.input.text?.trim() || "nothing" } : {},
  ),
  remembering(
    "A reply without calls and text starts the count of messages over.",
    ["actions.turn.empty"],
    (state, request) =>
      isReply(request) && request.input.tool_calls.length === 0 && !request.input.text
        ? { ...state, no_progress_streak: 0 }
        : state,
  ),
  stepper(
    "A call of an exempt tool, or without a name, is skipped and resets nothing.",
    ["actions.turn.exempt"],
    (request, play, real) => {
      if (!isReply(request)) return play(request)
      const isSkipped = ({
        name,
        tool_name,
      }: {
        readonly name?: string | undefined
        readonly tool_name?: string | undefined
      }): boolean =>
        (name ?? tool_name ?? "") === "" || real.config.exempt_tools.includes(name ?? tool_name ?? "")
      const skips = request.input.tool_calls.length > 0 && request.input.tool_calls.every(isSkipped)
      return skips ? inState(play(request), (state) => withActionsOf(state, request.state)) : play(request)
    },
  ),
  optioned("allow_repeated_tools means nothing.", ["actions.turn.exempt"], (options) => {
    const given = options.stall_diagnostics
    return typeof given === "object" && given !== null
      ? { ...options, stall_diagnostics: { ...given, allow_repeated_tools: null } }
      : options
  }),
  optioned("allow_repeated_tools is read beside exempt_tools.", ["actions.turn.exempt"], (options) => {
    const given = options.stall_diagnostics
    if (typeof given !== "object" || given === null || !Array.isArray(given.allow_repeated_tools))
      return options
    return {
      ...options,
      stall_diagnostics: {
        ...given,
        exempt_tools: [...(given.exempt_tools ?? []), ...given.allow_repeated_tools],
      },
    }
  }),
  stepper(
    "Results of exempt and soft tools are no evidence.",
    ["actions.turn.exempt-evidence"],
    (request, play, real) => {
      if (request.kind !== "settle") return play(request)
      const { proposal } = request.state
      const isDropped = (name: string): boolean =>
        real.config.exempt_tools.includes(name) ||
        proposal.some((call) => call.soft && call.tool_name === name)
      const kept = request.input.results.filter(({ tool_name = "" }) => !isDropped(tool_name))
      return play({ ...request, input: { ...request.input, results: kept } })
    },
  ),
  replies(
    "A reply with nothing but exempt calls counts as a message.",
    ["actions.turn.exempt-evidence"],
    (request, real) =>
      request.input.tool_calls.length > 0 &&
      request.input.tool_calls.every(({ name = "" }) => real.config.exempt_tools.includes(name))
        ? { tool_calls: [], text: "exempt" }
        : {},
  ),
  answering(
    "A hard stop of an earlier call of the turn is not taken back.",
    ["actions.turn.last-call-decides", "actions.turn.skipped-call-recovers"],
    (step) => {
      const hard_stop = step.hard_stop || step.warnings.some((warning) => warning.hard_stop)
      return { ...step, hard_stop, state: { ...step.state, hard_stop } }
    },
  ),
  answering(
    "A reply with several calls is dispatched even when its last call stops.",
    ["actions.turn.last-call-decides"],
    (step, request) =>
      isReply(request) && request.input.tool_calls.length > 1
        ? { ...step, hard_stop: false, state: { ...step.state, hard_stop: false } }
        : step,
  ),
  replies(
    "A monologue that ends with a provider error has the plain name.",
    ["actions.monologue.provider-error", "ladder.feedback.provider-error"],
    () => ({ provider_stop_reason: undefined }),
  ),
  detector(
    "One provider error in the run names every later monologue.",
    ["actions.monologue.provider-error"],
    {
      steps: () => {
        let seen = false
        return (request, play) => {
          if (!isReply(request)) return play(request)
          seen ||= request.input.provider_stop_reason === "error"
          return play(
            seen ? { ...request, input: { ...request.input, provider_stop_reason: "error" } } : request,
          )
        }
      },
    },
  ),
  stepper(
    "A reply whose last call is exempt leaves the climb as it is.",
    ["actions.turn.skipped-call-recovers", "repair.trip.exempt-turns"],
    (request, play, { config }) => {
      const step = play(request)
      if (!isReply(request)) return step
      const is_skipped = config.exempt_tools.includes(request.input.tool_calls.at(-1)?.name ?? "")
      if (!is_skipped) return step
      const last = step.warnings.at(-1)
      const { consecutive_trips, hard_stop } = last ?? request.state
      return { ...inState(step, (state) => ({ ...state, consecutive_trips, hard_stop })), hard_stop }
    },
  ),
  stepper(
    "A message that does not trip leaves the climb as it is.",
    ["actions.monologue.re-trip", "ladder.shared"],
    (request, play) => {
      const { consecutive_trips } = request.state
      return isReply(request) && request.input.tool_calls.length === 0
        ? inState(play(request), (state) => ({
            ...state,
            consecutive_trips: Math.max(consecutive_trips, state.consecutive_trips),
          }))
        : play(request)
    },
  ),
]
