import { type FeedbackStep, moveTo } from "./step.ts"

/** The end of a row: every message was sent. */
export const closeStep: FeedbackStep = {
  name: "close",
  async run(row, context) {
    const left = row.work.notices?.map(({ key, reason }) => `${key}: ${reason}`) ?? []
    context.tell("closed", { state: row.state })
    return moveTo("closed", context, row, { note: { step: "close", not_delivered: left } })
  },
}
