import type { Feedback, FeedbackState } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { feedbackTable } from "../states.ts"
import { REFINED_OUT } from "../steps/await_approval.ts"
import { refused } from "./run_settings.ts"

/** Works alone on a row in one of these states. Rejects with InvalidOptionError for another state. */
export async function withRow<Result>(
  { store }: SelfCorrectionSettings,
  {
    id,
    states,
    expected,
  }: { readonly id: string; readonly states: readonly FeedbackState[]; readonly expected: string },
  work: (row: Feedback) => Promise<Result>,
): Promise<Result> {
  const row = await store.claim(states, { id })
  if (row === null) {
    const { state } = await store.get(id)
    const what = states.includes(state)
      ? "feedback that no other process is at work on"
      : `${expected} (${states.join(", ")}); this one is ${state}`
    throw refused("id", what, id)
  }
  try {
    return await work(row)
  } finally {
    await store.release(id)
  }
}

export const GIVEN_UP_FROM = Object.keys(feedbackTable.decisions.give_up) as readonly FeedbackState[]

/** What a person gives up: a row is rejected with the reason; an alarm, whose fix is merged, is closed. */
export async function giveUp(
  settings: SelfCorrectionSettings,
  id: string,
  reason: string,
): Promise<Feedback> {
  if (typeof reason !== "string" || reason.trim() === "") throw refused("reason", "a text", reason)
  const expected = "feedback nobody waits for an answer or a merge of"
  return withRow(settings, { id, states: GIVEN_UP_FROM, expected }, async ({ state }) => {
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

/** Lets a failed row resume where it failed. */
export async function retry(settings: SelfCorrectionSettings, id: string): Promise<Feedback> {
  const { state } = await settings.store.get(id)
  if (state !== "failed") throw refused("id", `feedback that failed; this one is ${state}`, id)
  return withRow(settings, { id, states: ["failed"], expected: "feedback that failed" }, async (row) =>
    retryRow(settings, row),
  )
}

/** The failed rows whose error contains this text, "" for all, oldest first; rows that cannot be retried are left out. */
export async function retryAll(
  settings: SelfCorrectionSettings,
  error: string,
): Promise<readonly Feedback[]> {
  const { store } = settings
  const taken: Feedback[] = []
  let after: string | undefined
  for (;;) {
    const page = await store.list({ state: "failed", limit: 1000, after })
    if (page.length === 0) return taken
    after = page.at(-1)?.id
    for (const { id, error: why } of page) {
      if (why === REFINED_OUT || why?.includes(error) !== true) continue
      const row = await store.claim(["failed"], { id })
      if (row === null) continue
      try {
        taken.push(await retryRow(settings, row))
      } finally {
        await store.release(id)
      }
    }
  }
}

async function retryRow({ store }: SelfCorrectionSettings, row: Feedback): Promise<Feedback> {
  const { id, failed_in, error, work } = row
  if (failed_in === null) throw refused("id", "feedback that says where it failed", id)
  if (error === REFINED_OUT) throw refused("id", `feedback that can be tried again; ${error}`, id)
  // Undelivered messages about the failure are obsolete.
  const left = work.notices?.filter(({ key }) => key !== `failed-${work.failures}`) ?? []
  return store.change(id, {
    to: failed_in,
    attempts: 0,
    error: null,
    work: { notices: left.length === 0 ? null : left },
    note: { retry: true, error },
  })
}

/** Without the commit on which it was red, an alarm's test is due. A row that another process holds is left to it. */
export async function lookAgain({ store }: SelfCorrectionSettings, id: string): Promise<void> {
  const row = await store.claim(["regression-alarm"], { id })
  if (row === null) return
  try {
    const { alarm_commit: commit } = row.work
    if (commit === undefined) return
    await store.change(id, { work: { alarm_commit: null }, note: { verify: true, commit } })
  } finally {
    await store.release(id)
  }
}
