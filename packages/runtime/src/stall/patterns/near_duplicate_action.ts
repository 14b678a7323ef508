import { isPoll } from "../poll.ts"
import { isNearDuplicate } from "./near_duplicate.ts"
import type { ResultPattern } from "./pattern.ts"

/**
 * Nearly identical calls of one tool in a row, with the same result and nothing written: retries by rewording. Only prose
 * may differ: another path, number or name is another call.
 */
export const nearDuplicateAction: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.near_duplicate_action_after
    if (threshold === null) return null
    let near = draft.memory.near_action
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
        !(ok && isPoll(call))
      near = {
        tool_name: call.tool_name,
        text: call.arguments_prose,
        rest: call.arguments_rest,
        key: observation.key,
        count: again ? near.count + 1 : 1,
      }
      if (again && near.count >= threshold) tripped = true
    }
    draft.memory = { ...draft.memory, near_action: near }
    if (!tripped) return null
    return { pattern: "near_duplicate_action", escalation: "ladder", count: near.count, threshold }
  },
}

/** Texts that name another number ask for something else. */
function numbersIn(text: string): string {
  return (text.match(/\d+/g) ?? []).join(" ")
}
