import type { StallConfig } from "../config.ts"
import type { SettledResult } from "../settled_result.ts"
import type { Draft } from "../state.ts"
import type { Trip } from "./pattern.ts"

const MAX_TOKENS = 1e12

/**
 * Stops at once when the output tokens since the last applied edit, pass or new result cross the cap.
 * @requirement patterns.token_runaway
 */
export function observeTokens(draft: Draft, output_tokens: unknown, config: StallConfig): Trip | null {
  const threshold = config.token_runaway_after
  if (threshold === null) return null
  const before = draft.memory.output_tokens
  const spent =
    typeof output_tokens === "number" && output_tokens > 0 ? Math.min(output_tokens, MAX_TOKENS) : 0
  const count = Math.min(before + spent, MAX_TOKENS)
  draft.memory = { ...draft.memory, output_tokens: count }
  if (before >= threshold || count < threshold) return null
  return { pattern: "token_runaway", escalation: "immediate", count, threshold }
}

/** A result not seen before, an applied edit or a passing check makes the tokens before it spent, not wasted. */
export function forgiveTokens(draft: Draft, results: readonly SettledResult[], found_new: boolean): void {
  if (draft.memory.output_tokens === 0) return
  const moved = results.some(
    (result) => result.wrote || (result.role === "verification" && result.evidence?.class === "pass"),
  )
  if (found_new || moved) draft.memory = { ...draft.memory, output_tokens: 0 }
}
