import { readCommand } from "../../evidence/command/read_command.ts"
import type { StallConfig } from "../config.ts"
import type { SettledResult } from "../settled_result.ts"
import { pairOf } from "./history.ts"
import type { ResultPattern } from "./pattern.ts"

const kept = 32

/**
 * The same call with the same result, in a row or not, nothing written between: what it shows is known. Counts once a
 * turn, among the last 32 actions that count; trips again at every second further one.
 */
export const repeatedAction: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.repeated_action_after
    if (threshold === null) return null
    let { actions } = draft.memory
    let seen: readonly SettledResult[] = []
    for (const result of results) {
      if (result.wrote) [actions, seen] = [[], []]
      else if (mayRepeat(result, config) && !seen.some((other) => isSame(other, result))) {
        actions = [...actions, pairOf(result.observation)].slice(-kept)
        seen = [...seen, result]
      }
    }
    draft.memory = { ...draft.memory, actions }
    for (const { observation } of seen) {
      const pair = pairOf(observation)
      const count = actions.filter((other) => other === pair).length
      if (count < threshold || (count - threshold) % 2 !== 0) continue
      return { pattern: "repeated_action", escalation: "ladder", count, threshold, observed: observation }
    }
    return null
  },
}

/** Evidence is the failure model's business, a rejected edit edit_rejected's, and a poll waits for something to change. */
function mayRepeat({ call, observation, ok, is_edit, role }: SettledResult, config: StallConfig): boolean {
  const is_evidence = role === "verification" || (role === "undeclared" && config.repair_aware)
  const is_settled = (observation.kind === "ok" || observation.kind === "error") && !observation.running
  if (is_evidence || is_edit || !is_settled || call.soft) return false
  if (call.tool_name === "" || config.exempt_tools.includes(call.tool_name)) return false
  return !(ok && readCommand(call.command).polling)
}

function isSame(one: SettledResult, other: SettledResult): boolean {
  return one.observation.action === other.observation.action && one.observation.key === other.observation.key
}
