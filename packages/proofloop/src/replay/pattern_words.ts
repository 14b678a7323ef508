import type { Trip } from "@proofloop/replay"

/** What each pattern means, for people; the name stays what is configured and searched. */
export const PATTERN_WORDS: Readonly<Record<Trip["pattern"], string>> = {
  repeated_context_window_error: "context window exceeded again",
  repeated_error: "the same call failed again",
  repeated_same_observation: "the same call saw the same again",
  repeated_success: "the same call succeeded again",
  ping_pong: "two calls in turn, back and forth",
  repeated_same_signature: "the same call again",
  no_progress_monologue: "words without a call",
  errored_no_tool_call: "provider error and no call",
  near_duplicate_monologue: "nearly the same words again",
  repeated_parse_rejection: "replies that could not be read",
  near_duplicate_action: "nearly the same call again",
  repeated_action: "the same action again",
  repeated_tool_error: "the same tool error again",
  nothing_started: "calls of which none began",
  unchanged_success: "runs that show nothing new",
  unchanged_wait: "a long wait with equal answers",
  action_cycle: "the same actions in a circle",
  token_runaway: "many tokens and nothing new",
  no_net_progress_hard_cap: "checks failing for too many turns",
  turns_since_clean_verify_floor: "no passing check for too long",
  delivered_fix_not_landing: "the same failure after a delivered fix",
  stuck_same_diagnostic: "the same failure again",
  timeout_failure: "the check runs out of time again",
  alternating_failures: "failures or rejected edits in turn",
  recurring_diagnostic: "an earlier failure is back",
  environment_failure: "the environment fails, not the code",
  edit_rejected: "edits that are rejected",
  edit_oscillation: "a file back at earlier content",
  monologue_actuation: "turns that only look",
  flailing_action: "an action the host calls flailing",
}

export function isPattern(name: string): name is Trip["pattern"] {
  return Object.hasOwn(PATTERN_WORDS, name)
}
