import { knob, optionalInteger } from "../knob.ts"
import { number, record, text } from "../shape.ts"
import { BOUNDS, type Draft } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import { isNearDuplicate } from "./near_duplicate.ts"
import type { ReplyPattern } from "./pattern.ts"

const LAST_WORDS = memoryOf({
  name: "near_monologue",
  shape: record({ text, count: number }),
  start: { text: "", count: 0 },
  over: "new_task",
})

const knobs = {
  /** Nearly identical replies in a row without a substantive call. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  near_duplicate_monologue_after: knob([optionalInteger(2), null, 2], "proofloop"),
}

/** Nearly the same prose in a row, no substantive call between. Counts the first as one. */
export const nearDuplicateMonologue: ReplyPattern<typeof knobs> = {
  name: "near_duplicate_monologue",
  confidence: "likely",
  knobs,
  memory: [LAST_WORDS],
  reached(draft, { text: words }, config) {
    const threshold = config.near_duplicate_monologue_after
    if (threshold === null) return null
    const before = recall(draft, LAST_WORDS)
    const count = isNearDuplicate(before.text, words) ? before.count + 1 : 1
    remember(draft, LAST_WORDS, { text: words.slice(0, BOUNDS.text), count })
    return count >= threshold ? { count, threshold } : null
  },
}

/** A substantive call ends a monologue. */
export function endMonologue(draft: Draft): void {
  if (recall(draft, LAST_WORDS).count > 0) {
    remember(draft, LAST_WORDS, LAST_WORDS.start)
  }
}
