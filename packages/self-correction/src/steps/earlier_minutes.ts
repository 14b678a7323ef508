import type { FeedbackStore } from "../feedback_store.ts"

/** How long earlier fixes took, from the plan to the pull request, the newest twenty that were verified. */
export async function earlierMinutes(store: FeedbackStore): Promise<readonly number[]> {
  const memories = await store.recall("review_patterns", "", 20)
  return memories.map(({ payload }) => payload[KEY]).filter((minutes) => typeof minutes === "number")
}

/** What is remembered of it for later plans; {} when the history does not say. */
export async function minutesTaken(
  store: FeedbackStore,
  id: string,
): Promise<Readonly<Record<string, number>>> {
  const notes = await store.notes(id)
  const published = notes.findLast(({ transition }) => transition?.endsWith(" → fix-pr-open"))
  const begun = notes.findLast(
    ({ seq, transition }) => seq < (published?.seq ?? 0) && transition?.endsWith(" → in-fix"),
  )
  if (published === undefined || begun === undefined) return {}
  const minutes = (Date.parse(published.at) - Date.parse(begun.at)) / 60_000
  return { [KEY]: Math.max(0, Math.round(minutes * 10) / 10) }
}

const KEY = "minutes_to_pull_request"
