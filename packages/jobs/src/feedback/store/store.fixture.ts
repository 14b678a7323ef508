import { testClock } from "../../store/store_files.fixture.ts"
import type { TestPlace } from "../../store/stores.fixture.ts"
import type { Feedback, FeedbackState } from "../feedback.ts"
import { openFeedbackStore, type Change, type FeedbackStore } from "../feedback_store.ts"

export interface TestStore extends TestPlace {
  readonly store: FeedbackStore
}

/** Each call of its clock is a millisecond later, from 2026-01-01 on. */
export async function testStore(place: TestPlace): Promise<TestStore> {
  return { ...place, store: await openFeedbackStore(place.path, { now: testClock() }) }
}

export function addOne(store: FeedbackStore, id?: string): Promise<Feedback> {
  return store.add({ id, body: "The total is wrong", severity: "med", from_handle: "ann" })
}

/** Changes that lead to a state along the table, with everything that the states on the way require. */
export const WAYS: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = {
  pending: [],
  triaged: ["triaged"],
  "awaiting-approval": ["triaged", "awaiting-approval"],
  "in-fix": ["triaged", "in-fix"],
  "fix-pr-open": ["triaged", "in-fix", "fix-pr-open"],
  verified: ["triaged", "in-fix", "fix-pr-open", "verified"],
  "regression-alarm": ["triaged", "in-fix", "fix-pr-open", "regression-alarm"],
  rejected: ["rejected"],
  failed: ["triaged", "failed"],
  closed: ["rejected", "closed"],
}

export const COMPLETE: Omit<Change, "to"> = {
  error: "no more tries",
  fix_pr_url: "https://forge.test/pull/7",
  regression_test_path: "test/total.test.ts",
  work: { merged_commit: "a".repeat(40) },
  note: {},
}

export async function rowIn(
  store: FeedbackStore,
  state: FeedbackState,
  id?: string,
  way: readonly FeedbackState[] = WAYS[state],
): Promise<Feedback> {
  let row = await addOne(store, id)
  for (const to of way) row = await store.change(row.id, { ...COMPLETE, to })
  return row
}
