import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, stepper } from "../parts/define.ts"
import { knobs } from "../parts/define_readings.ts"
import { CORE_PATTERNS } from "../parts/patterns.ts"
import { isReply } from "../parts/requests.ts"
import { withoutWarnings, withWarningsOf } from "../parts/state_change.ts"
import { NEVER, variant } from "../parts/variants.ts"

export const priority: readonly BrokenImplementation[] = [
  stepper(
    "A pattern that has tripped in the run does not trip again.",
    [
      "actions.ping_pong.re-trip",
      "actions.priority.re-trip",
      "actions.monologue.re-trip",
      "ladder.warning.every-trip",
      "ladder.steps",
    ],
    (request, play) => {
      const seen = new Set(request.state.warnings.map(({ pattern }) => pattern))
      return withoutWarnings(play(request), request.state, ({ pattern }) => seen.has(pattern))
    },
  ),
  answering(
    "Only the first call of a reply that trips is reported.",
    ["actions.priority.order"],
    (step, request) => {
      const [first] = step.warnings
      return withoutWarnings(step, request.state, (warning) => warning !== first)
    },
  ),
  stepper(
    "Where both apply, ping_pong wins over the context window.",
    ["actions.priority.order"],
    (request, play, _real, options) => {
      const other = play(
        request,
        variant(options, () => ({ repeat_context_window_error: NEVER })),
      )
      return other.warnings.some(({ pattern }) => pattern === "ping_pong") ? other : play(request)
    },
  ),
  stepper(
    "Where both apply, the same signature wins over the same observation.",
    ["actions.priority.order"],
    (request, play, _real, options) => {
      const other = play(
        request,
        variant(options, () => ({ repeat_same_observation: NEVER })),
      )
      return other.warnings.some(({ pattern }) => pattern === "repeated_same_signature")
        ? other
        : play(request)
    },
  ),
  stepper(
    "With repair_aware repeated failures and results trip as without it.",
    ["actions.priority.repair-aware", "actions.priority.observations"],
    (request, play, _real, options) => {
      const plain = play(
        request,
        variant(options, () => ({ repair_aware: false })),
      )
      return isReply(request)
        ? withWarningsOf(play(request), plain, ({ pattern }) => CORE_PATTERNS.has(pattern))
        : play(request)
    },
  ),
  stepper(
    "With repair_aware the action patterns are silent, whatever they look at.",
    ["actions.priority.repair-aware", "actions.priority.observations"],
    (request, play, real) =>
      withoutWarnings(
        play(request),
        request.state,
        ({ pattern }) => real.config.repair_aware && CORE_PATTERNS.has(pattern),
      ),
  ),
  knobs(
    "post_edit_reverify suppresses repeats as if it were repair_aware.",
    ["actions.priority.repair-aware"],
    (config) =>
      config.post_edit_reverify && !config.repair_aware
        ? { repeat_same_error: NEVER, repeat_same_observation: NEVER }
        : {},
  ),
]
