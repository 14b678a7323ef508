import type { RowTurns } from "../../engines/row_engine.ts"
import { StoreError } from "../../store/store_error.ts"
import { followers } from "../../table/table.ts"
import type { Feedback, FeedbackState } from "../feedback.ts"
import type { FeedbackStore } from "../feedback_store.ts"
import { feedbackTable } from "../states.ts"
import { GIVEN_UP_FROM } from "./decisions.ts"
import type { SelfCorrection } from "./self_correction.ts"

export function feedbackTurns({
  store,
  loopOf,
}: {
  readonly store: FeedbackStore
  readonly loopOf: (row: Feedback) => SelfCorrection | Promise<SelfCorrection>
}): RowTurns {
  return {
    kind: "feedback",
    async turn(id, engine) {
      return (await loopOf(await store.get(id))).turn(id, engine)
    },
    async cancel(id, reason) {
      const row = await store.get(id)
      const { state } = row
      if (state === "rejected" || followers<FeedbackState>(feedbackTable)[state].length === 0) return
      if (!GIVEN_UP_FROM.includes(state)) {
        const what = `feedback ${id} is ${state}: answer its plan, or close its pull request`
        throw new StoreError("illegal_transition", what, { row_id: id })
      }
      await (await loopOf(row)).giveUp(id, reason)
    },
  }
}
