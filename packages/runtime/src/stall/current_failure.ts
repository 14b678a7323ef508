import type { CurrentFailure, LiveFailure } from "../protocol/failure.ts"
import { liveSlot } from "./fold.ts"
import { isLive } from "./slot.ts"
import type { DetectorState, Slot } from "./state.ts"

/**
 * The live slot that failed last, and the others. Undefined when nothing fails.
 * @requirement repair.clear.current-failure
 */
export function currentFailure(state: Pick<DetectorState, "slots">): CurrentFailure | undefined {
  const slot = liveSlot(state.slots)
  if (slot === null) return undefined
  const others = state.slots.filter((other) => other !== slot && isLive(other))
  return { ...toFailure(slot), others: others.map(toFailure) }
}

function toFailure(slot: Slot): LiveFailure {
  return {
    class: "fail",
    signature: slot.signature,
    snippet: slot.snippet,
    same_diagnostic_streak: slot.streak,
    kind: slot.kind,
    check_id: slot.check_id,
  }
}
