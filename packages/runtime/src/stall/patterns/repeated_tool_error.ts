import { waitsFirst } from "../back_off.ts"
import type { CoreConfig } from "../core_knobs.ts"
import { knob, optionalInteger } from "../knob.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import { number, record, text } from "../shape.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"
import { shownName } from "./words.ts"

const LAST_ERROR = memoryOf({
  name: "tool_error",
  shape: record({ tool_name: text, key: text, count: number }),
  start: { tool_name: "", key: "", count: 0 },
  over: "new_task",
})

const knobs = {
  /** Failures of one tool in a row with the same message, whatever its arguments. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  repeated_tool_error_after: knob([optionalInteger(2), null, 4], "proofloop"),
}

/**
 * One tool fails in the same way again and again, whatever its arguments: the tool is broken, or all these calls
 * share a wrong assumption. A success, another failure, or a failure without a reason starts over. Counts once a
 * turn; trips again at every second further one.
 */
export const repeatedToolError: ResultPattern<typeof knobs> = {
  name: "repeated_tool_error",
  confidence: "likely",
  knobs,
  memory: [LAST_ERROR],
  says: (warning) =>
    `${shownName(warning.tool_name)} has failed ${warning.count} times in the same way. ` +
    "Read what it says, then use another tool, or report what blocks you.",
  observe(draft, results, config) {
    const threshold = config.repeated_tool_error_after
    if (threshold === null) return null
    let error = recall(draft, LAST_ERROR)
    let counted = false
    let last: SettledResult | null = null
    for (const result of results) {
      const { call, observation, ok } = result
      if (call.soft || observation.running) continue
      if (ok) error = LAST_ERROR.start
      else if (!isToolError(result, config)) continue
      else if (result.failure === "silent") error = LAST_ERROR.start
      else if (error.tool_name !== call.tool_name || error.key !== observation.key)
        error = { tool_name: call.tool_name, key: observation.key, count: 1 }
      else if (!counted) error = { ...error, count: error.count + 1 }
      counted = true
      last = result
    }
    remember(draft, LAST_ERROR, error)
    const { count } = error
    if (last === null || count < threshold || (count - threshold) % 2 !== 0) return null
    return {
      count,
      threshold,
      observed: last.observation,
    }
  },
}

/**
 * A failing check belongs to the failure model and a rejected edit to edit_rejected; a retry after a wait may end
 * differently.
 */
function isToolError(result: SettledResult, config: CoreConfig): boolean {
  const { call, observation, failure, is_edit } = result
  if (failure === null || observation.kind !== "error" || is_edit || isEvidence(result, config)) return false
  if (waitsFirst(call)) return false
  return call.tool_name !== "" && !config.exempt_tools.includes(call.tool_name)
}
