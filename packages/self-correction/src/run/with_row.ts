import type { Feedback, FeedbackState } from "../feedback/feedback.ts"
import { refused, type SelfCorrectionSettings } from "./run_settings.ts"

/** Works alone on a row in one of these states. Rejects with InvalidOptionError for a row in any other. */
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
