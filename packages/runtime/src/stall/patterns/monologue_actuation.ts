import { knob, optionalInteger } from "../knob.ts"
import { isPoll } from "../poll.ts"
import type { SettledResult } from "../settled_result.ts"
import { OBSERVATION_KINDS } from "../settled_role.ts"
import { number } from "../shape.ts"
import { hasUnknownEffect } from "../unknown_effect.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"

const LOOKING = memoryOf({ name: "looking", shape: number, start: 0, over: "new_task" })

const knobs = {
  /** Turns that only look before a nudge to act, since a turn last wrote, checked or did something. Trips again after as many more. An integer of at least 2, or null for off. Default: `null`. */
  monologue_actuation: knob([optionalInteger(2), null, null], "V3"),
}

/**
 * Turns that only look at things, each possibly new, while nothing is done. Soft calls, polls and turns without a
 * call change nothing.
 * @requirement patterns.monologue_actuation
 */
export const monologueActuation: ResultPattern<typeof knobs> = {
  name: "monologue_actuation",
  confidence: "likely",
  knobs,
  memory: [LOOKING],
  says: ({ count }) =>
    `${count} turns with calls only looked at things: nothing was changed in them and nothing was checked. ` +
    "Act on what you found: make the smallest edit or run the check, or report what keeps you from it.",
  observe(draft, results, { monologue_actuation: threshold }) {
    if (threshold === null) return null
    const seen = results.filter(
      ({ call, observation }) => !call.soft && !observation.running && !isPoll(call),
    )
    if (seen.length === 0) return null
    const count = seen.every(onlyLooked) ? recall(draft, LOOKING) + 1 : 0
    remember(draft, LOOKING, count)
    return count > 0 && count % threshold === 0 ? { count, threshold } : null
  },
}

/** A failed command may have done more than look before it failed. */
function onlyLooked(result: SettledResult): boolean {
  const { call, ok, is_edit, wrote, role } = result
  if (wrote || is_edit || role === "verification" || role === "reported") return false
  return ok
    ? !hasUnknownEffect(result)
    : call.read_only || call.evidence_role === "observation" || OBSERVATION_KINDS.has(call.kind)
}
