import type { RateGroup } from "@proofloop/cockpit"
import type { Feedback, FeedbackStore } from "@proofloop/self-correction"
import { ratesBy } from "../rates_by.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

/** Sums over all feedback of a database. What its models cost is not kept. */
export async function feedbackRates(
  store: FeedbackStore,
  { root, file }: FeedbackPlace,
): Promise<readonly RateGroup[]> {
  const rows: Feedback[] = []
  for (let after: string | undefined; ;) {
    const page = await store.list({ limit: 1000, after })
    rows.push(...page)
    after = page.at(-1)?.id
    if (after === undefined) break
  }
  const counted = rows.map(({ state, work }) => {
    const alarmed = work.alarm_commit !== undefined
    return {
      repository: root ?? file,
      model: "",
      counts: {
        merged: work.merged_commit === undefined ? 0 : 1,
        usd: 0,
        tokens: 0,
        turns: 0,
        rejected: work.rejection === undefined ? 0 : 1,
        sent_back: work.refutations?.length ?? 0,
        alarms: alarmed ? 1 : 0,
        // A person closed it, and no draft takes the fix back.
        false_alarms: alarmed && state === "closed" && work.revert === undefined ? 1 : 0,
      },
    }
  })
  return ratesBy(counted).filter(({ by }) => by === "repository")
}
