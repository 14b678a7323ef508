import { sha256Hex } from "@proofloop/foundation/text"
import type { StallConfig } from "../config.ts"
import type { SettledResult } from "../settled_result.ts"
import { BOUNDS, type Draft, type ObservedResult } from "../state.ts"

/** Notes the turn's (action, result) pairs; returns whether one of them was not among those remembered. */
export function noteHistory(draft: Draft, results: readonly SettledResult[], config: StallConfig): boolean {
  if (config.action_cycle_after === null && config.token_runaway_after === null) return false
  if (results.length === 0) return false
  const pairs = results.map(({ observation }) => pairOf(observation))
  const { history } = draft.memory
  draft.memory = { ...draft.memory, history: [...history, ...pairs].slice(-BOUNDS.history) }
  return pairs.some((pair) => !history.includes(pair))
}

/** Digest of an action and its result. */
export function pairOf({ action, key }: ObservedResult): string {
  return sha256Hex(`${action} ${key}`)
}
