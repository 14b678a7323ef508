import type { StallConfig } from "../config.ts"
import { BOUNDS, type Draft } from "../state.ts"
import { isNearDuplicate } from "./near_duplicate.ts"
import type { Reached } from "./pattern.ts"

/** Nearly the same prose in a row, no substantive call between. Counts the first as one. */
export function observeMonologue(draft: Draft, text: string, config: StallConfig): Reached | null {
  const threshold = config.near_duplicate_monologue_after
  if (threshold === null) return null
  const before = draft.memory.near_monologue
  const count = isNearDuplicate(before.text, text) ? before.count + 1 : 1
  draft.memory = { ...draft.memory, near_monologue: { text: text.slice(0, BOUNDS.text), count } }
  return count >= threshold ? { count, threshold } : null
}

/** A substantive call ends a monologue. */
export function endMonologue(draft: Draft): void {
  if (draft.memory.near_monologue.count > 0) {
    draft.memory = { ...draft.memory, near_monologue: { text: "", count: 0 } }
  }
}
