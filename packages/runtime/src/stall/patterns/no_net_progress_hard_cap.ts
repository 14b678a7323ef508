import { liveSlot } from "../fold.ts"
import { BOOLEAN, repairKnob } from "../knob.ts"
import { flag } from "../shape.ts"
import type { Draft, Slot } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { FoldPattern } from "./pattern.ts"
import { evidence, stopOr } from "./words.ts"

const GRACE = memoryOf({ name: "cap_grace", shape: flag, start: false, over: null })

const knobs = {
  /** Delays the hard cap by one failing turn when the failure that reaches it is new since the last pass. Default: `false`. Without effect while `repair_aware` is off. */
  fresh_failure_grace: repairKnob([BOOLEAN, false, false], "V3"),
}

/**
 * With the guard on, stops when the failing turns since the last pass cross the cap. A grace delays the stop to the
 * next crossing. Where failures alone count that were seen before, it nudges at the cap and stops at twice the cap.
 * @requirement patterns.hard_cap, patterns.hard_cap.grace
 */
export const noNetProgressHardCap: FoldPattern<typeof knobs> = {
  name: "no_net_progress_hard_cap",
  confidence: "certain",
  knobs,
  memory: [GRACE],
  says: (warning) =>
    `Checks failed in ${warning.count} turns, and all passed in none since.\n` +
    evidence("What fails now", warning) +
    stopOr("Report what blocks you, or take another way.", warning),
  always: true,
  trips(draft, { before }, config) {
    const threshold = config.no_net_progress_hard_cap_after
    const count = draft.failing_verify_turns
    const slot = liveSlot(draft.slots)
    const in_grace = recall(draft, GRACE)
    if (config.hard_cap_counts === "repeated_failures") {
      const crossed = [2 * threshold, threshold].find(
        (cap) => count >= cap && before.failing_verify_turns < cap,
      )
      if (!config.no_net_progress_extend_guard || slot === null || crossed === undefined) return []
      return [{ escalation: crossed > threshold ? "immediate" : "own", count, threshold, slot }]
    }
    if (in_grace && count === before.failing_verify_turns) return []
    if (in_grace) remember(draft, GRACE, false)
    if (!config.no_net_progress_extend_guard || slot === null || count < threshold) return []
    if (before.failing_verify_turns >= threshold && !in_grace) return []
    if (config.fresh_failure_grace && !in_grace && isFresh(draft, slot)) {
      remember(draft, GRACE, true)
      return []
    }
    return [{ escalation: "immediate", count, threshold, slot }]
  },
}

/** Whether the cap was reached and put off by one turn. */
export function isInGrace(state: Pick<Draft, "memory">): boolean {
  return recall(state, GRACE)
}

function isFresh({ recurrences }: Readonly<Draft>, { check_id, signature }: Slot): boolean {
  const seen = recurrences.find((entry) => entry.check_id === check_id && entry.signature === signature)
  return (seen?.count ?? 0) <= 1
}
