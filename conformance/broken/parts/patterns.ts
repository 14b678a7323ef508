import type { StallPattern, StallWarning } from "@proofloop/runtime/internal/detector"

export const CORE_PATTERNS: ReadonlySet<StallPattern> = new Set([
  "repeated_error",
  "repeated_same_observation",
  "repeated_same_signature",
  "repeated_context_window_error",
  "ping_pong",
])

export const isFloor = ({ pattern }: StallWarning): boolean =>
  pattern === "no_net_progress_hard_cap" || pattern === "turns_since_clean_verify_floor"
