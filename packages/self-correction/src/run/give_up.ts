import type { Feedback } from "../feedback/feedback.ts"
import { refused, type SelfCorrectionSettings } from "./run_settings.ts"
import { withRow } from "./with_row.ts"

const STATES = ["pending", "triaged", "in-fix", "failed", "regression-alarm"] as const
const EXPECTED = "feedback nobody waits for an answer or a merge of"

/** What a person gives up: rejected with the reason; an alarm, whose fix is merged, is closed. */
export async function giveUp(
  settings: SelfCorrectionSettings,
  id: string,
  reason: string,
): Promise<Feedback> {
  if (typeof reason !== "string" || reason.trim() === "") throw refused("reason", "a text", reason)
  return withRow(settings, { id, states: STATES, expected: EXPECTED }, async ({ state }) => {
    const note = { give_up: true, reason }
    return state === "regression-alarm"
      ? settings.store.change(id, { to: "closed", note })
      : settings.store.change(id, {
          to: "rejected",
          attempts: 0,
          error: null,
          work: { rejection: reason },
          note,
        })
  })
}
