import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector } from "../parts/define.ts"
import { spoken } from "../parts/define_readings.ts"
import { withKnobs } from "../parts/knob_change.ts"

export const nudges: readonly BrokenImplementation[] = [
  spoken(
    "nudge_quotes_nothing",
    "A nudge says that something repeats, not what.",
    [
      "ladder.feedback.content",
      "ladder.feedback.provider-error",
      "ladder.feedback.budget",
      "whole-turns.observe",
    ],
    (text) => text && "You repeat yourself. Stop and think.",
  ),
  spoken("nudge_counts_nothing", "A nudge does not say how often.", ["ladder.feedback.content"], (text) =>
    text?.replaceAll(/\d+/g, "some"),
  ),
  spoken(
    "nudge_does_not_announce_a_stop",
    "The nudge of a hard stop does not announce it.",
    ["ladder.feedback.content"],
    (text) => text?.replaceAll(/hard stop/gi, "warning"),
  ),
  spoken(
    "nudge_on_every_turn",
    "Every turn speaks to the model.",
    ["ladder.feedback.content", "ladder.feedback.max", "whole-turns.observe"],
    (text) => text ?? "Go on.",
  ),
  spoken(
    "every_monologue_blames_the_provider",
    "Every nudge asks for the intended call again.",
    ["ladder.feedback.provider-error"],
    (text) => text && `${text}\nThere was a provider error. Make the call you intended again.`,
  ),
  spoken(
    "stopping_trip_is_silent",
    "A trip that stops says nothing.",
    ["ladder.feedback.hard-stop-share", "ladder.feedback.content"],
    (text, step) => (step.hard_stop ? undefined : text),
  ),
  spoken(
    "stopping_trip_always_speaks",
    "A trip that stops speaks although the nudges are spent.",
    ["ladder.feedback.hard-stop-share"],
    (text, step) => text ?? (step.hard_stop && step.warnings.length > 0 ? "Hard stop." : undefined),
  ),
  detector(
    "budget_of_a_pattern_never_ends",
    "With feedback_budget pattern there is no limit.",
    ["ladder.feedback.budget"],
    {
      options: withKnobs((config) =>
        config.feedback_budget === "pattern" ? { max_feedback: 1_000_000 } : {},
      ),
    },
  ),
  detector(
    "nudges_never_end",
    "max_feedback is never read.",
    ["ladder.feedback.max", "ladder.feedback.budget", "ladder.feedback.hard-stop-share"],
    { options: withKnobs((config) => (config.inject_feedback ? { max_feedback: 1_000_000 } : {})) },
  ),
]
