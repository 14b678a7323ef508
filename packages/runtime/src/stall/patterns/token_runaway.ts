import { knob, optionalInteger } from "../knob.ts"
import type { SettledResult } from "../settled_result.ts"
import { number } from "../shape.ts"
import type { Draft } from "../state.ts"
import { HISTORY } from "./history.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ReplyPattern } from "./pattern.ts"
import { stopOr } from "./words.ts"

const SPENT = memoryOf({
  name: "output_tokens",
  shape: number,
  start: 0,
  over: null,
})

const MAX_TOKENS = 1e12

const knobs = {
  /** Output tokens since the last edit, pass or new result that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `400000`. */
  token_runaway_after: knob([optionalInteger(1), null, 400_000], "proofloop"),
}

/**
 * Stops at once when the output tokens since the last applied edit, pass or new result cross the cap.
 * @requirement patterns.token_runaway
 */
export const tokenRunaway: ReplyPattern<typeof knobs> = {
  name: "token_runaway",
  confidence: "likely",
  knobs,
  memory: [HISTORY, SPENT],
  says: (warning) =>
    `${warning.count} output tokens since the last edit, pass or new result. ` +
    stopOr("Act on what is known, or report what blocks you.", warning),
  reached(draft, { output_tokens }, { token_runaway_after: threshold }) {
    if (threshold === null) return null
    const before = recall(draft, SPENT)
    const spent =
      typeof output_tokens === "number" && output_tokens > 0 ? Math.min(output_tokens, MAX_TOKENS) : 0
    const count = Math.min(before + spent, MAX_TOKENS)
    remember(draft, SPENT, count)
    return before < threshold && count >= threshold ? { count, threshold } : null
  },
}

/** A new result, an applied edit or a passing check shows that the tokens before it were not wasted. */
export function forgiveTokens(draft: Draft, results: readonly SettledResult[], found_new: boolean): void {
  if (recall(draft, SPENT) === 0) return
  const moved = results.some(
    (result) => result.wrote || (result.role === "verification" && result.evidence?.class === "pass"),
  )
  if (found_new || moved) remember(draft, SPENT, 0)
}
