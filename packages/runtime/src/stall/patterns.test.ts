import { describe, expect, it } from "vitest"
import type { StallWarning } from "../protocol/warning.ts"
import { patternNamed, patterns } from "./patterns.ts"

/** By how sure a trip is; one list, so that a pattern without a place is seen. */
const SURE = {
  certain:
    "repeated_context_window_error repeated_error repeated_same_observation ping_pong errored_no_tool_call repeated_parse_rejection flailing_action edit_rejected edit_oscillation no_net_progress_hard_cap turns_since_clean_verify_floor delivered_fix_not_landing environment_failure stuck_same_diagnostic",
  likely:
    "repeated_success repeated_same_signature no_progress_monologue near_duplicate_monologue token_runaway action_cycle repeated_action repeated_tool_error nothing_started near_duplicate_action monologue_actuation timeout_failure alternating_failures recurring_diagnostic",
  hint: "unchanged_success unchanged_wait",
} as const

const warning = (pattern: string, hard_stop: boolean) =>
  ({
    iteration: 7,
    tool_name: "run",
    count: 4,
    pattern,
    hard_stop,
    diagnostic_snippet: "boom",
  }) as StallWarning

/** What a pattern says, and what it says when it ends the run. */
const SAID: readonly (readonly [StallWarning["pattern"], string, string])[] = [
  [
    "repeated_context_window_error",
    "4 calls or replies met an exceeded context window. Ask for less at once, or report what blocks you.",
    "4 calls or replies met an exceeded context window. Hard stop: stop here and report what blocks you.",
  ],
  [
    "errored_no_tool_call",
    "The previous turn ended with a provider error and without a call that does something. Send the intended call again.",
    "The previous turn ended with a provider error and without a call that does something. Send the intended call again.",
  ],
  [
    "repeated_parse_rejection",
    "Tool-shaped output was rejected 4 times because it could not be parsed. Read the parse error and send exactly one minimal call, or report what blocks you.",
    "Tool-shaped output was rejected 4 times because it could not be parsed. Read the parse error and send exactly one minimal call, or report what blocks you.",
  ],
  [
    "token_runaway",
    "4 output tokens since the last edit, pass or new result. Act on what is known, or report what blocks you.",
    "4 output tokens since the last edit, pass or new result. Hard stop: stop here and report what blocks you.",
  ],
  [
    "flailing_action",
    "The host calls this turn a flailing action. Change the approach before acting again.",
    "The host calls this turn a flailing action. Change the approach before acting again.",
  ],
  [
    "edit_oscillation",
    "A file is back at content it had before (so far 4 times).\nWhat fails meanwhile:\n> boom\nDo not go back and forth. Find out what both versions have wrong before editing again.",
    "A file is back at content it had before (so far 4 times).\nWhat fails meanwhile:\n> boom\nDo not go back and forth. Find out what both versions have wrong before editing again.",
  ],
  [
    "repeated_action",
    "The same result came 4 times, the last time from run. Use what it showed and take another step, or report what you found.",
    "The same result came 4 times, the last time from run. Use what it showed and take another step, or report what you found.",
  ],
  [
    "repeated_tool_error",
    "run has failed 4 times in the same way. Read what it says, then use another tool, or report what blocks you.",
    "run has failed 4 times in the same way. Read what it says, then use another tool, or report what blocks you.",
  ],
  [
    "nothing_started",
    "In 4 turns nothing ran that counts: calls were refused or not understood, or there were none. Read what the last one says is wrong with it, and send one call of a form that it accepts, or report what blocks you.",
    "In 4 turns nothing ran that counts: calls were refused or not understood, or there were none. Read what the last one says is wrong with it, and send one call of a form that it accepts, or report what blocks you.",
  ],
  [
    "monologue_actuation",
    "4 turns with calls only looked at things: nothing was changed in them and nothing was checked. Act on what you found: make the smallest edit or run the check, or report what keeps you from it.",
    "4 turns with calls only looked at things: nothing was changed in them and nothing was checked. Act on what you found: make the smallest edit or run the check, or report what keeps you from it.",
  ],
  [
    "unchanged_wait",
    "run has given the same answer 4 times while it was waited for. If that should have changed by now, find out whether what you wait for still works, or end it.",
    "run has given the same answer 4 times while it was waited for. If that should have changed by now, find out whether what you wait for still works, or end it.",
  ],
  [
    "no_net_progress_hard_cap",
    "Checks failed in 4 turns, and all passed in none since.\nWhat fails now:\n> boom\nReport what blocks you, or take another way.",
    "Checks failed in 4 turns, and all passed in none since.\nWhat fails now:\n> boom\nHard stop: stop here and report what blocks you.",
  ],
  [
    "turns_since_clean_verify_floor",
    "4 turns without a pass of all checks.\nWhat fails:\n> boom\nRun the checks, or report what blocks you.",
    "4 turns without a pass of all checks.\nWhat fails:\n> boom\nHard stop: stop here and report what blocks you.",
  ],
  [
    "delivered_fix_not_landing",
    "A fix was delivered, and the same failure is still there: seen in 4 turns.\nThe failing evidence:\n> boom\nDo not apply it again. Find out why it did not take effect.",
    "A fix was delivered, and the same failure is still there: seen in 4 turns.\nThe failing evidence:\n> boom\nDo not apply it again. Find out why it did not take effect.",
  ],
  [
    "timeout_failure",
    "The check has timed out 4 times in a row.\nWhat it said last:\n> boom\nDo not run it again as it is. Run a narrower part of it, look for a hang or a deadlock, or give it more time.",
    "The check has timed out 4 times in a row.\nWhat it said last:\n> boom\nDo not run it again as it is. Run a narrower part of it, look for a hang or a deadlock, or give it more time.",
  ],
  [
    "recurring_diagnostic",
    "The same failure has come back: seen 4 times by now.\nThe failing evidence:\n> boom\nGo back to its root cause before the next edit, or report this blocker.",
    "The same failure has come back: seen 4 times by now.\nThe failing evidence:\n> boom\nGo back to its root cause before the next edit, or report this blocker.",
  ],
]

// @requirement ladder.feedback.content
describe("a pattern", () => {
  it.each(Object.entries(SURE))("is %s", (confidence, names) => {
    const found = patterns.filter((pattern) => pattern.confidence === confidence)
    expect(found.map(({ name }) => name).join(" ")).toBe(names)
  })

  it.each(SAID)("%s says what was seen and what to do", (name, nudge, stop) => {
    const { says } = patternNamed(name) ?? {}
    expect([says?.(warning(name, false)), says?.(warning(name, true))]).toEqual([nudge, stop])
  })
})
