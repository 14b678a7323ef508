import { liveSlot } from "../fold.ts"
import type { FoldPattern } from "./pattern.ts"
import { evidence } from "./words.ts"

const THRESHOLD = 2

const knobs = {}

/**
 * A fix was delivered, says the host, and the same failure came back. A number is a running total for the signature: only
 * its growth is a delivery. @requirement patterns.delivered_fix
 */
export const deliveredFixNotLanding: FoldPattern<typeof knobs> = {
  name: "delivered_fix_not_landing",
  confidence: "certain",
  knobs,
  says: (warning) =>
    `A fix was delivered, and the same failure is still there: seen in ${warning.count} turns.\n` +
    evidence("The failing evidence", warning) +
    "Do not apply it again. Find out why it did not take effect.",
  always: false,
  trips(draft, { fold, signals }) {
    const slot = liveSlot(draft.slots)
    const answer = signals.remediation_delivered
    if (slot === null || (typeof answer !== "boolean" && !Number.isSafeInteger(answer))) return []
    if (slot.streak < THRESHOLD || !fold.grew.includes(slot.check_id)) return []
    if (draft.remediation_delivered_signature !== slot.signature) {
      draft.remediation_delivered_signature = slot.signature
      draft.remediation_delivered_count = 0
    }
    const total = typeof answer === "number" ? answer : draft.remediation_delivered_count + (answer ? 1 : 0)
    const delivered = total > draft.remediation_delivered_count
    draft.remediation_delivered_count = Math.max(total, draft.remediation_delivered_count)
    if (!delivered) return []
    return [
      {
        count: slot.streak,
        threshold: THRESHOLD,
        slot,
        remediation_delivered: true,
      },
    ]
  },
}
