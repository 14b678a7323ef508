import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, stepper } from "../parts/define.ts"
import { signals } from "../parts/define_readings.ts"
import { isFloor } from "../parts/patterns.ts"
import { inState, withoutWarnings, withWarningsOf } from "../parts/state_change.ts"
import { variant } from "../parts/variants.ts"

export const signalled: readonly BrokenImplementation[] = [
  signals(
    "Whether a fix was delivered does not matter.",
    ["patterns.delivered_fix", "patterns.order", "ladder.feedback.content"],
    (given) => ({ ...given, remediation_delivered: undefined }),
  ),
  signals(
    "A fix is taken for delivered in every turn.",
    ["patterns.delivered_fix", "patterns.order"],
    (given) =>
      given.remediation_delivered === undefined ? given : { ...given, remediation_delivered: true },
  ),
  signals("A running total of deliveries is a delivery in every turn.", ["patterns.delivered_fix"], (given) =>
    typeof given.remediation_delivered === "number"
      ? { ...given, remediation_delivered: given.remediation_delivered > 0 }
      : given,
  ),
  stepper(
    "The total of deliveries goes on when another failure begins.",
    ["patterns.delivered_fix"],
    (request, play) =>
      play({
        ...request,
        state: {
          ...request.state,
          remediation_delivered_signature: play(request).state.last_diagnostic_signature,
        },
      }),
  ),
  stepper("Any failure after a delivered fix trips.", ["patterns.delivered_fix"], (request, play) => {
    const live = request.state.slots.map((slot) => ({
      ...slot,
      signature: play(request).state.last_diagnostic_signature,
    }))
    const step = play(request)
    const delivered = request.kind === "settle" && request.input.signals?.remediation_delivered === true
    return delivered
      ? withWarningsOf(
          step,
          play({ ...request, state: { ...request.state, slots: live } }),
          ({ pattern }) => pattern === "delivered_fix_not_landing",
        )
      : step
  }),
  stepper(
    "On one turn the stuck diagnostic wins over the delivered fix.",
    ["patterns.order"],
    (request, play) => {
      if (request.kind !== "settle") return play(request)
      const other = play({ ...request, input: { ...request.input, signals: {} } })
      return other.warnings.some(({ pattern }) => pattern === "stuck_same_diagnostic") ? other : play(request)
    },
  ),
  stepper(
    "Every repair pattern speaks on a turn that already has a core warning.",
    ["patterns.order", "patterns.floors-always"],
    (request, play, _real, options) => {
      const step = play(request)
      const eager = variant(options, (config) => ({
        stuck_trip_when: "reached",
        environment_failure_after: config.environment_failure_after === null ? null : 2,
      }))
      return request.kind === "settle" && request.state.turn_warned
        ? withWarningsOf(
            step,
            play({ ...request, state: { ...request.state, turn_warned: false } }, eager),
            ({ diagnostic_class }) => diagnostic_class === "fail",
          )
        : step
    },
  ),
  stepper(
    "The floors are silent on a turn that already has a core warning.",
    ["patterns.floors-always"],
    (request, play) =>
      request.state.turn_warned ? withoutWarnings(play(request), request.state, isFloor) : play(request),
  ),
  answering(
    "A floor that was crossed stops again in every later turn.",
    ["patterns.hard_cap", "patterns.clean_verify_floor"],
    (step, request) => {
      const crossed = request.state.warnings.some(isFloor)
      return crossed ? { ...step, hard_stop: true } : step
    },
  ),
  signals(
    "Whether the host calls an action flailing does not matter.",
    ["patterns.flailing_action", "ladder.feedback.content"],
    (given) => ({ ...given, action_signal: undefined }),
  ),
  signals(
    "A turn without an answer of the host starts the count of flailing actions over.",
    ["patterns.flailing_action"],
    (given) => ({ ...given, action_signal: given.action_signal ?? false }),
  ),
  signals("An action that is not flailing leaves the count.", ["patterns.flailing_action"], (given) => ({
    ...given,
    action_signal: given.action_signal || undefined,
  })),
  signals("Every action is flailing.", ["patterns.flailing_action"], (given) => ({
    ...given,
    action_signal: true,
  })),
  answering("Flailing actions climb the common ladder.", ["patterns.flailing_action"], (step) =>
    step.warnings.some(({ pattern }) => pattern === "flailing_action")
      ? inState(step, (state) => ({ ...state, consecutive_trips: state.consecutive_trips + 1 }))
      : step,
  ),
  answering(
    "A turn with another warning is called flailing as well.",
    ["patterns.flailing_action"],
    (step, request) => {
      const flails =
        request.kind === "settle" &&
        request.input.signals?.action_signal === true &&
        request.state.turn_warned
      return flails
        ? inState(step, (state) => ({ ...state, action_flail_trips: state.action_flail_trips + 1 }))
        : step
    },
  ),
]
