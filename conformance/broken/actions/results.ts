import type { BrokenImplementation } from "../broken_implementation.ts"
import type { DetectorRequest } from "../parts/broken_detector.ts"
import { answering, detector, stepper } from "../parts/define.ts"
import { recalling, results } from "../parts/define_readings.ts"
import { isOk, isReply } from "../parts/requests.ts"
import { inState, mapTexts } from "../parts/state_change.ts"

function lastResults(
  observations: NonNullable<DetectorRequest["state"]["dispatched"]>["observations"],
  play: (request: DetectorRequest) => {
    readonly results: readonly { readonly observation: (typeof observations)[number] }[]
  },
  request: DetectorRequest,
): typeof observations {
  const all = play(request).results.map(({ observation }) => observation)
  return observations.map((entry) => all.findLast(({ tool_name }) => tool_name === entry.tool_name) ?? entry)
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/[\d.]+/g, "#")
}

export const actionResults: readonly BrokenImplementation[] = [
  results("The status of a result outranks its ok and success.", ["actions.result.ok-predicate"], (result) =>
    result.status === undefined ? result : { ...result, ok: undefined, success: undefined },
  ),
  results(
    "The field success means nothing.",
    ["actions.result.ok-predicate"],
    ({ success: _success, ...result }) => result,
  ),
  results(
    "A result without ok and success is a failure whatever its status.",
    ["actions.result.ok-predicate"],
    (result) => (result.ok === undefined && result.success === undefined ? { ...result, ok: false } : result),
  ),
  results(
    "A result without ok and success is ok whatever its status.",
    ["actions.result.ok-predicate"],
    (result) => (result.ok === undefined && result.success === undefined ? { ...result, ok: true } : result),
  ),
  recalling(
    "Calls are never paired with the results of the turn before.",
    ["actions.pairing.previous-turn", "actions.repeated_error.trip"],
    (state, request) => (isReply(request) ? { ...request.state, dispatched: null } : state),
  ),
  detector(
    "A call is paired with the last result of its tool, however long ago.",
    ["actions.pairing.previous-turn"],
    {
      steps: () => {
        let known: NonNullable<DetectorRequest["state"]["dispatched"]>["observations"] = []
        return (request, play) => {
          if (!isReply(request)) return play(request)
          const now = request.state.dispatched?.observations ?? []
          known = [
            ...now,
            ...known.filter(({ tool_name }) => !now.some((entry) => entry.tool_name === tool_name)),
          ]
          const made_edit = request.state.dispatched?.made_edit ?? false
          return play({
            ...request,
            state: { ...request.state, dispatched: { observations: known, made_edit } },
          })
        }
      },
    },
  ),
  answering(
    "A call without a result in the turn before counts as failed.",
    ["actions.pairing.previous-turn"],
    (step, request) => {
      const silent =
        isReply(request) && step.state.last_signature !== "" && step.state.last_outcome_kind === ""
      return silent
        ? inState(step, (state) => ({
            ...state,
            same_observation_streak: 0,
            same_error_streak: state.streak,
          }))
        : step
    },
  ),
  stepper(
    "A call is paired only with a result of exactly the same call.",
    ["actions.pairing.by-name"],
    (request, play) => {
      if (!isReply(request) || request.state.dispatched === null) return play(request)
      const actions = new Set(play(request).state.proposal.map(({ action }) => action))
      const observations = request.state.dispatched.observations.filter(({ action }) => actions.has(action))
      return play({
        ...request,
        state: { ...request.state, dispatched: { ...request.state.dispatched, observations } },
      })
    },
  ),
  stepper(
    "A call is paired with the first result of the turn before, of whatever tool.",
    ["actions.pairing.by-name"],
    (request, play) => {
      const name = isReply(request) ? request.input.tool_calls[0]?.name : undefined
      if (!isReply(request) || request.state.dispatched === null || name === undefined) return play(request)
      const observations = request.state.dispatched.observations.map((entry) => ({
        ...entry,
        tool_name: name,
      }))
      return play({
        ...request,
        state: { ...request.state, dispatched: { ...request.state.dispatched, observations } },
      })
    },
  ),
  stepper("Of several results of one tool the last is paired.", ["actions.pairing.first"], (request, play) =>
    inState(play(request), (state) =>
      request.kind !== "settle" || state.dispatched === null
        ? state
        : {
            ...state,
            dispatched: {
              ...state.dispatched,
              observations: lastResults(state.dispatched.observations, play, request),
            },
          },
    ),
  ),
  results(
    "An ok result is known by its content before its result.",
    ["actions.pairing.observation-key"],
    (result) =>
      isOk(result) && (result.content ?? result.output) !== undefined
        ? { ...result, result: result.content ?? result.output }
        : result,
  ),
  results("Of an ok result only the field result is read.", ["actions.pairing.observation-key"], (result) =>
    isOk(result) ? { ...result, output: undefined, content: undefined } : result,
  ),
  results("Numbers in the output of an ok result are noise.", ["actions.pairing.ok-output-raw"], (result) =>
    isOk(result)
      ? {
          ...result,
          ...mapTexts(
            { result: result.result, output: result.output, content: result.content },
            withoutNumbers,
          ),
        }
      : result,
  ),
  results("A failure is known by its message before its error.", ["actions.pairing.failure-text"], (result) =>
    !isOk(result) && result.message !== undefined ? { ...result, error: result.message } : result,
  ),
]
