import { sha256Hex } from "@proofloop/foundation/text"
import type { SettledResult } from "../settled_result.ts"
import { list, text } from "../shape.ts"
import { BOUNDS, type Draft, type ObservedResult } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"

/** Digests of the last (action, result) pairs, oldest first. */
export const HISTORY = memoryOf({
  name: "history",
  shape: list(text),
  start: [],
  over: "new_task",
})

/** Notes the turn's (action, result) pairs; returns whether one of them is new. */
export function noteHistory(
  draft: Draft,
  results: readonly SettledResult[],
  config: {
    readonly action_cycle_after: number | null
    readonly token_runaway_after: number | null
  },
): boolean {
  if (config.action_cycle_after === null && config.token_runaway_after === null) return false
  if (results.length === 0) return false
  const pairs = results.map(({ observation }) => pairOf(observation))
  const history = recall(draft, HISTORY)
  remember(draft, HISTORY, [...history, ...pairs].slice(-BOUNDS.history))
  return pairs.some((pair) => !history.includes(pair))
}

/** Digest of an action and its result; a refused call and a silent success have the same key. */
export function pairOf({ action, kind, key }: ObservedResult): string {
  return sha256Hex(`${action} ${kind} ${key}`)
}
