import type { BrokenImplementation } from "../broken_implementation.ts"
import { knobs, spoken } from "../parts/define_readings.ts"

export const nudges: readonly BrokenImplementation[] = [
  spoken(
    "A nudge says that something repeats, not what.",
    [
      "ladder.feedback.content",
      "ladder.feedback.provider-error",
      "ladder.feedback.budget",
      "whole-turns.observe",
    ],
    (text) => text && "You repeat yourself. Stop and think.",
  ),
  spoken("A nudge does not say how often.", ["ladder.feedback.content"], (text) =>
    text?.replaceAll(/\d+/g, "some"),
  ),
  spoken("The nudge of a hard stop does not announce it.", ["ladder.feedback.content"], (text) =>
    text?.replaceAll(/hard stop/gi, "warning"),
  ),
  spoken(
    "Every turn speaks to the model.",
    ["ladder.feedback.content", "ladder.feedback.max", "whole-turns.observe"],
    (text) => text ?? "Go on.",
  ),
  spoken(
    "Every nudge asks for the intended call again.",
    ["ladder.feedback.provider-error"],
    (text) => text && `${text}\nThere was a provider error. Make the call you intended again.`,
  ),
  spoken(
    "A trip that stops says nothing.",
    ["ladder.feedback.hard-stop-share", "ladder.feedback.content"],
    (text, step) => (step.hard_stop ? undefined : text),
  ),
  spoken(
    "A trip that stops speaks although the nudges are spent.",
    ["ladder.feedback.hard-stop-share"],
    (text, step) => text ?? (step.hard_stop && step.warnings.length > 0 ? "Hard stop." : undefined),
  ),
  knobs("With feedback_budget pattern there is no limit.", ["ladder.feedback.budget"], (config) =>
    config.feedback_budget === "pattern" ? { max_feedback: 1_000_000 } : {},
  ),
  knobs(
    "max_feedback is never read.",
    ["ladder.feedback.max", "ladder.feedback.budget", "ladder.feedback.hard-stop-share"],
    (config) => (config.inject_feedback ? { max_feedback: 1_000_000 } : {}),
  ),
]
