import type { StallWarning } from "../../protocol/warning.ts"
import type { CoreConfig } from "../core_knobs.ts"
import { knob, optionalInteger } from "../knob.ts"
import { hasWaited } from "../poll.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import { list, text } from "../shape.ts"
import type { ObservedResult } from "../state.ts"
import { hasUnknownEffect } from "../unknown_effect.ts"
import { pairOf } from "./history.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"
import { nextSameEdit, SAME_EDIT } from "./same_edit.ts"
import { shownName } from "./words.ts"

/** Digests of the last (action, result) pairs that could be repeats, since the last write. */
const ACTIONS = memoryOf({
  name: "actions",
  shape: list(text),
  start: [],
  over: "new_task",
})

interface SeenAction {
  readonly pair: string
  readonly observed: ObservedResult
}

/** Largest window, whatever the threshold. */
const MAX_TURNS = 64
/** Marks the pair of a call of unknown effect; no digest begins with it. */
const UNKNOWN_RESULT = "?"

const knobs = {
  /** Times one call gave the same result, or one edit was made, with no other write between. Counts within twice as many actions plus two, at most 64. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  repeated_action_after: knob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * The same call, or look however it is spelled, with the same result and nothing written, within twice the threshold and
 * two actions. A call of unknown effect repeats only in a row and restarts all others. The same edit again, with no
 * other write between, repeats whatever its result. Counts once a turn. Trips again at every second repeat.
 * @requirement patterns.repeated_action, patterns.repeated_edit
 */
export const repeatedAction: ResultPattern<typeof knobs> = {
  name: "repeated_action",
  confidence: "likely",
  knobs,
  memory: [ACTIONS, SAME_EDIT],
  says: (warning) =>
    `The same result came ${warning.count} times, the last time from ${shownName(warning.tool_name)}. ` +
    "Use what it showed and take another step, or report what you found.",
  observe(draft, results, config) {
    const threshold = config.repeated_action_after
    if (threshold === null) return null
    const window = Math.min(2 * threshold + 2, MAX_TURNS)
    let actions = recall(draft, ACTIONS)
    let same_edit = recall(draft, SAME_EDIT)
    let seen: readonly SeenAction[] = []
    let edited: SettledResult | null = null
    for (const result of results) {
      same_edit = nextSameEdit(same_edit, result, edited !== null, config)
      if (result.wrote) {
        ;[actions, seen] = [[], []]
        edited = result
        continue
      }
      if (result.call.soft || config.exempt_tools.includes(result.call.tool_name)) continue
      const may_change = hasUnknownEffect(result)
      const pair = result.look ?? `${may_change ? UNKNOWN_RESULT : ""}${pairOf(result.observation)}`
      actions = actions.filter((other) => (may_change ? other === pair : !other.startsWith(UNKNOWN_RESULT)))
      if (!mayRepeat(result, config) || seen.some((other) => other.pair === pair)) continue
      actions = [...actions, pair].slice(-window)
      seen = [...seen, { pair, observed: result.observation }]
    }
    remember(draft, ACTIONS, actions)
    remember(draft, SAME_EDIT, same_edit)
    const isDue = (count: number): boolean => count >= threshold && (count - threshold) % 2 === 0
    const trip = { threshold } as const
    if (edited !== null && isDue(same_edit.count))
      return { ...trip, count: same_edit.count, observed: edited.observation, says: sayRepeatedEdit }
    for (const { pair, observed } of seen) {
      const count = actions.filter((other) => other === pair).length
      if (isDue(count)) return { ...trip, count, observed }
    }
    return null
  },
}

function sayRepeatedEdit(warning: StallWarning): string {
  return (
    `${shownName(warning.tool_name)} made the same edit ${warning.count} times, and each time it was applied. ` +
    "Read what the file says now, then take another step, or report what blocks you."
  )
}

/** Evidence belongs to the failure model, a rejected edit to edit_rejected, and a poll waits for a change. */
function mayRepeat(result: SettledResult, config: CoreConfig): boolean {
  const { call, observation, ok, is_edit } = result
  const is_settled = (observation.kind === "ok" || observation.kind === "error") && !observation.running
  if (isEvidence(result, config) || is_edit || !is_settled) return false
  return call.tool_name !== "" && !hasWaited(call, ok)
}
