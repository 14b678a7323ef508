import type { StallConfig } from "../config.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import { INITIAL_STATE } from "../state.ts"
import type { ResultPattern } from "./pattern.ts"

const NO_TOOL_ERROR = INITIAL_STATE.memory.tool_error

/**
 * One tool that fails in the same way again and again, whatever its arguments are: what is wrong is the tool, or what all
 * these calls take for granted. Any success starts over, so does any other failure, or one that does not say why. Counts
 * once a turn; trips again at every second further one.
 */
export const repeatedToolError: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.repeated_tool_error_after
    if (threshold === null) return null
    let error = draft.memory.tool_error
    let counted = false
    let last: SettledResult | null = null
    for (const result of results) {
      const { call, observation, ok } = result
      if (call.soft || observation.running) continue
      if (ok) error = NO_TOOL_ERROR
      else if (!isToolError(result, config)) continue
      else if (result.failure === "silent") error = NO_TOOL_ERROR
      else if (error.tool_name !== call.tool_name || error.key !== observation.key)
        error = { tool_name: call.tool_name, key: observation.key, count: 1 }
      else if (!counted) error = { ...error, count: error.count + 1 }
      counted = true
      last = result
    }
    draft.memory = { ...draft.memory, tool_error: error }
    const { count } = error
    if (last === null || count < threshold || (count - threshold) % 2 !== 0) return null
    return {
      pattern: "repeated_tool_error",
      escalation: "ladder",
      count,
      threshold,
      observed: last.observation,
    }
  },
}

/** A failing check is the failure model's business, a rejected edit edit_rejected's. */
function isToolError(result: SettledResult, config: StallConfig): boolean {
  const { call, observation, failure, is_edit } = result
  if (failure === null || observation.kind !== "error" || is_edit || isEvidence(result, config)) return false
  return call.tool_name !== "" && !config.exempt_tools.includes(call.tool_name)
}
