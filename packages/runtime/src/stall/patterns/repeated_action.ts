import type { StallConfig } from "../config.ts"
import { isPoll } from "../poll.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import type { ObservedResult } from "../state.ts"
import { hasUnknownEffect } from "../unknown_effect.ts"
import { pairOf } from "./history.ts"
import type { ResultPattern } from "./pattern.ts"
import { nextSameEdit } from "./same_edit.ts"

interface SeenAction {
  readonly pair: string
  readonly observed: ObservedResult
}

/** Largest window, whatever the threshold. */
const MAX_TURNS = 64
/** Marks the pair of a call of unknown effect; no digest begins with it. */
const UNKNOWN_RESULT = "?"

/**
 * The same call with the same result and nothing written, in a row or with a few others between. A call of unknown effect
 * repeats only in a row, and starts the others over, since they may look at what it did. An edit that is applied again in
 * the same way, with no other write between, repeats whatever its result says.
 *
 * Counts once a turn, within a window of twice the threshold and two more actions, so that looking again late in a long
 * search is allowed. Trips again at every second further repeat. @requirement patterns.repeated_action, patterns.repeated_edit
 */
export const repeatedAction: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.repeated_action_after
    if (threshold === null) return null
    const window = Math.min(2 * threshold + 2, MAX_TURNS)
    let { actions, same_edit } = draft.memory
    let seen: readonly SeenAction[] = []
    let edited: SettledResult | null = null
    for (const result of results) {
      same_edit = nextSameEdit(same_edit, result, edited !== null, config)
      if (result.wrote) {
        ;[actions, seen] = [[], []]
        edited = result
        continue
      }
      if (result.call.soft) continue
      const may_change = hasUnknownEffect(result)
      const pair = `${may_change ? UNKNOWN_RESULT : ""}${pairOf(result.observation)}`
      actions = actions.filter((other) => (may_change ? other === pair : !other.startsWith(UNKNOWN_RESULT)))
      if (!mayRepeat(result, config) || seen.some((other) => other.pair === pair)) continue
      actions = [...actions, pair].slice(-window)
      seen = [...seen, { pair, observed: result.observation }]
    }
    draft.memory = { ...draft.memory, actions, same_edit }
    const isDue = (count: number): boolean => count >= threshold && (count - threshold) % 2 === 0
    const trip = { pattern: "repeated_action", escalation: "ladder", threshold } as const
    if (edited !== null && isDue(same_edit.count))
      return { ...trip, count: same_edit.count, observed: edited.observation, applied: true }
    for (const { pair, observed } of seen) {
      const count = actions.filter((other) => other === pair).length
      if (isDue(count)) return { ...trip, count, observed }
    }
    return null
  },
}

/** Evidence is the failure model's business, a rejected edit edit_rejected's, and a poll waits for something to change. */
function mayRepeat(result: SettledResult, config: StallConfig): boolean {
  const { call, observation, ok, is_edit } = result
  const is_settled = (observation.kind === "ok" || observation.kind === "error") && !observation.running
  if (isEvidence(result, config) || is_edit || !is_settled) return false
  if (call.tool_name === "" || config.exempt_tools.includes(call.tool_name)) return false
  return !(ok && isPoll(call))
}
