import { knob, optionalInteger } from "../knob.ts"
import { hasWaited } from "../poll.ts"
import { number, record, text } from "../shape.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import { isNearDuplicate } from "./near_duplicate.ts"
import type { ResultPattern } from "./pattern.ts"

const LAST_CALL = memoryOf({
  name: "near_action",
  shape: record({ tool_name: text, text, rest: text, key: text, count: number }),
  start: { tool_name: "", text: "", rest: "", key: "", count: 0 },
  over: "new_task",
})

const knobs = {
  /** Nearly identical calls in a row with the same result. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  near_duplicate_action_after: knob([optionalInteger(2), null, 4], "proofloop"),
}

/**
 * Nearly identical calls of one tool in a row, with the same result and nothing written: retries by rewording. Only
 * prose may differ. Another path, number or name makes another call.
 */
export const nearDuplicateAction: ResultPattern<typeof knobs> = {
  name: "near_duplicate_action",
  confidence: "likely",
  knobs,
  memory: [LAST_CALL],
  observe(draft, results, config) {
    const threshold = config.near_duplicate_action_after
    if (threshold === null) return null
    let near = recall(draft, LAST_CALL)
    let tripped = false
    for (const { call, observation, ok, wrote, evidence } of results) {
      const judged = evidence?.class === "fail"
      const again =
        !wrote &&
        !judged &&
        near.tool_name === call.tool_name &&
        near.key === observation.key &&
        near.rest === call.arguments_rest &&
        near.text !== call.arguments_prose &&
        numbersIn(near.text) === numbersIn(call.arguments_prose) &&
        isNearDuplicate(near.text, call.arguments_prose) &&
        !hasWaited(call, ok)
      near = {
        tool_name: call.tool_name,
        text: call.arguments_prose,
        rest: call.arguments_rest,
        key: observation.key,
        count: again ? near.count + 1 : 1,
      }
      if (again && near.count >= threshold) tripped = true
    }
    remember(draft, LAST_CALL, near)
    if (!tripped) return null
    return { count: near.count, threshold }
  },
}

/** Texts with another number ask for something else. */
function numbersIn(text: string): string {
  return (text.match(/\d+/g) ?? []).join(" ")
}
