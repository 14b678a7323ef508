import { removeAbandonedTrees } from "@proofloop/foundation/git"
import type { Feedback, FeedbackState } from "../feedback/feedback.ts"
import { deferredNotices, dueStep, type StepName } from "../feedback/steps.ts"
import { StoreError } from "../store/store_error.ts"
import { driveRow } from "./drive_row.ts"
import { reasonOf } from "./failure.ts"
import type { FollowedRow } from "./follow_row.ts"
import { refused, type SelfCorrectionSettings } from "./run_settings.ts"

/** What became of one row. */
export interface ProcessedFeedback {
  readonly id: string
  /** null, like `to`: the row is corrupt, and `error` says where. */
  readonly from: FeedbackState | null
  readonly to: FeedbackState | null
  /** In order, with those that failed or only looked. */
  readonly steps: readonly StepName[]
  readonly pull_request: { readonly number: number; readonly url: string } | null
  /** Why the row is not further; null when it waits or has ended. */
  readonly error: string | null
}

/** One pass over the store: no row twice, at most `limit` of those that are counted. */
export interface ProcessRun {
  /** Drives every row in one of these states that no other process has; only a `counted` row uses up the limit. */
  all(states: readonly FeedbackState[], counted: boolean): Promise<void>
  /** Sends the notices that failed rows still owe to their senders: at most 1000 rows, oldest first. */
  tellFailed(): Promise<void>
  /** Drives this row, if its state is one of these. Rejects with InvalidOptionError, or StoreError `not_found`. */
  one(id: string, states: readonly FeedbackState[]): Promise<void>
  readonly results: readonly ProcessedFeedback[]
}

export function startRun(settings: SelfCorrectionSettings, signal: AbortSignal, limit: number): ProcessRun {
  const { store } = settings
  const results: ProcessedFeedback[] = []
  let left = limit
  const drive = async (row: Feedback): Promise<void> => {
    try {
      results.push(resultOf(row, await driveRow(row, settings, signal)))
    } finally {
      await store.release(row.id)
    }
  }
  return {
    results,
    async all(states, counted) {
      while (!signal.aborted && (!counted || left > 0)) {
        const row = await claimNext(settings, states, results)
        if (row === null) return
        if (counted) left -= 1
        await drive(row)
      }
    },
    async tellFailed() {
      const query = { state: "failed", limit: 1000 } as const
      const failed = (await orCorrupt(store.list(query), results)) ?? []
      const untold = failed.filter((row) => dueStep(row) !== null || deferredNotices(row).length > 0)
      for (const { id } of untold) {
        if (signal.aborted) return
        const row = await orCorrupt(store.claim(["failed"], { id }), results)
        if (row !== null) await drive(row)
      }
    },
    async one(id, states) {
      const row = await store.claim(states, { id })
      if (row !== null) return drive(row)
      const { state } = await store.get(id)
      if (states.includes(state)) throw refused("id", "feedback that no other process is at work on", id)
      const hint = state === "failed" ? ": retry it first" : ""
      throw refused("id", `feedback that is ${states.join(", ")}; this one is ${state}${hint}`, id)
    },
  }
}

async function claimNext(
  { store }: SelfCorrectionSettings,
  states: readonly FeedbackState[],
  results: ProcessedFeedback[],
): Promise<Feedback | null> {
  for (;;) {
    const known = results.length
    const row = await orCorrupt(store.claim(states, { except: results.map(({ id }) => id) }), results)
    if (row !== null || results.length === known) return row
  }
}

/** A corrupt row is told, and does not keep the others from being driven: null. */
async function orCorrupt<Result>(
  found: Promise<Result>,
  results: ProcessedFeedback[],
): Promise<Result | null> {
  try {
    return await found
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "corrupt" || error.feedback_id === null) throw error
    const id = error.feedback_id
    if (results.some((result) => result.id === id)) throw error
    results.push({ id, from: null, to: null, steps: [], pull_request: null, error: reasonOf(error) })
    return null
  }
}

/** Before a row is taken up. Rejects with InvalidOptionError when the base is the forge's default branch. */
export async function prepareRun({ root, forge, base }: SelfCorrectionSettings): Promise<void> {
  await removeAbandonedTrees(root)
  // A forge that is away is each row's own trouble; publishing asks again.
  const default_branch = await forge.defaultBranch().catch(() => null)
  if (default_branch !== base) return
  throw refused("base", "a branch that is not the forge's default branch", base)
}

function resultOf(before: Feedback, { row, steps, next, thrown }: FollowedRow): ProcessedFeedback {
  const stopped = next === "stop" || row.state === "failed" ? row.error : null
  return {
    id: row.id,
    from: before.state,
    to: row.state,
    steps,
    pull_request: row.work.pull_request ?? null,
    error: thrown === null ? stopped : reasonOf(thrown),
  }
}
