import { knob, optionalInteger } from "../knob.ts"
import { hasWaited } from "../poll.ts"
import { HISTORY } from "./history.ts"
import { recall } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"

const LENGTHS = [3, 4, 5, 6]

const knobs = {
  /** Rounds of a cycle of three to six actions with unchanged results. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  action_cycle_after: knob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * Three to six actions in a fixed order with unchanged results, round after round. Two actions are left to ping_pong, polls
 * do not count. @requirement patterns.action_cycle
 */
export const actionCycle: ResultPattern<typeof knobs> = {
  name: "action_cycle",
  confidence: "likely",
  knobs,
  memory: [HISTORY],
  observe(draft, results, config) {
    const threshold = config.action_cycle_after
    if (threshold === null || results.length === 0) return null
    const history = recall(draft, HISTORY)
    const goesAround = LENGTHS.some(
      (length) => roundsOf(history, length) >= threshold && new Set(history.slice(-length)).size > 2,
    )
    if (!goesAround || results.every(({ ok, call }) => hasWaited(call, ok))) return null
    return { count: threshold, threshold }
  },
}

function roundsOf(history: readonly string[], length: number): number {
  let equal = 0
  for (
    let index = history.length - 1;
    index >= length && history[index] === history[index - length];
    index -= 1
  ) {
    equal += 1
  }
  return Math.floor(equal / length) + 1
}
