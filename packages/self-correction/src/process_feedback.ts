import type { Feedback } from "./feedback/feedback.ts"
import { REFINED_OUT } from "./run/approval.ts"
import { giveUp } from "./run/give_up.ts"
import { prepareRun, type ProcessedFeedback, startRun } from "./run/process_run.ts"
import { type RevertRequest, revertFix } from "./run/revert.ts"
import { refused, selfCorrectionSettings } from "./run/run_settings.ts"
import { withRow } from "./run/with_row.ts"
import type { SelfCorrectionOptions } from "./settings/settings.ts"
import type { Reverted } from "./steps/revert_merge.ts"
import type { FeedbackStore } from "./store/store.ts"

export interface ProcessOptions {
  /** This row alone. */
  readonly id?: string | undefined
  /** How many rows at most are taken up that are new or were left in the middle; those that wait are always looked at. Default: all. */
  readonly limit?: number | undefined
  /** Ends it between two steps, and within one that listens; nothing counts as a failed try. */
  readonly signal?: AbortSignal | undefined
}

export interface SelfCorrection {
  /**
   * Drives feedback as far as it goes: first the rows that wait (for messages, those of failed rows too, merges, answers), then those that a process
   * left in the middle or whose step failed, then the pending ones, oldest first. Each is claimed, so that two processes
   * never drive one together; one that another process has is passed over. Resolves to what became of each, [] when there
   * was nothing to do. What goes wrong with a row is noted in it and does not end the others. Rejects with
   * InvalidOptionError (also when `base` is the forge's default branch, and for an `id` that cannot be driven) and with
   * StoreError.
   */
  process(options?: ProcessOptions): Promise<readonly ProcessedFeedback[]>
  /**
   * Only what comes once a pull request is there: whether it is merged, the test on what was merged, messages, the end. With
   * an id the test of a regression alarm runs again even where nothing was merged since. Asks no model.
   */
  verify(id?: string, signal?: AbortSignal): Promise<readonly ProcessedFeedback[]>
  /**
   * Lets a failed row be taken up again in the state it failed in, with all its tries. Resolves to the row. Rejects with
   * InvalidOptionError when it did not fail, was refined three times or is with another process, and with StoreError.
   */
  retry(id: string): Promise<Feedback>
  /**
   * Gives up what is pending, triaged, in-fix or failed: it is rejected with this reason, which the next `process` tells its
   * sender. A regression alarm is closed as it is. Resolves to the row. Rejects with InvalidOptionError for any other row (a
   * plan is answered, a pull request closed on the forge) and one that another process has, and with StoreError.
   */
  giveUp(id: string, reason: string): Promise<Feedback>
  /**
   * Opens the draft pull request that takes a merged fix back, such as after a regression alarm, or finds the one that is
   * open, and notes it in the row, which stays in its state. A person decides about the merge. Resolves to the draft, to
   * `conflict` where later work is in the way, or to `nothing-to-revert`. Rejects with InvalidOptionError for a row without
   * a merged fix or held by another process, with PublishError, ForgeError, GitError and StoreError.
   * @requirement self-correction.revert
   */
  revert(id: string, request?: RevertRequest): Promise<Reverted>
}

const PUBLISHED_STATES = ["fix-pr-open", "regression-alarm", "verified", "rejected"] as const
const WAITING_STATES = [...PUBLISHED_STATES, "awaiting-approval"] as const
const INTERRUPTED_STATES = ["triaged", "in-fix"] as const

/**
 * The self-correction loop over a store of feedback; docs/self-correction.md says what counts as an attempt, when a row
 * fails, and why it goes on after a crash. Throws InvalidOptionError. @requirement self-correction.steps
 */
export function createSelfCorrection(options: SelfCorrectionOptions): SelfCorrection {
  const settings = selfCorrectionSettings(options)
  return {
    async process({ id, limit = Number.POSITIVE_INFINITY, signal = never } = {}) {
      if (!(limit >= 1)) throw refused("limit", "a number from 1", limit)
      await prepareRun(settings)
      const run = startRun(settings, signal, limit)
      if (id !== undefined) {
        await run.one(id, [...WAITING_STATES, ...INTERRUPTED_STATES, "pending"])
      } else {
        await run.tellFailed()
        await run.all(WAITING_STATES, false)
        await run.all(INTERRUPTED_STATES, true)
        await run.all(["pending"], true)
      }
      return run.results
    },
    async verify(id, signal = never) {
      await prepareRun(settings)
      if (id !== undefined) await lookAgain(settings.store, id)
      const run = startRun(settings, signal, Number.POSITIVE_INFINITY)
      await (id === undefined ? run.all(PUBLISHED_STATES, false) : run.one(id, PUBLISHED_STATES))
      return run.results
    },
    giveUp: async (id, reason) => giveUp(settings, id, reason),
    async revert(id, request = {}) {
      await prepareRun(settings)
      return revertFix(settings, id, request)
    },
    async retry(id) {
      const { state } = await settings.store.get(id)
      if (state !== "failed") throw refused("id", `feedback that failed; this one is ${state}`, id)
      const states = ["failed"] as const
      return withRow(settings, { id, states, expected: "feedback that failed" }, async (row) =>
        retryRow(settings.store, row),
      )
    },
  }
}

/** Takes a claimed row up again where it failed. */
async function retryRow(store: FeedbackStore, { id, failed_in, error, work }: Feedback): Promise<Feedback> {
  if (failed_in === null) throw refused("id", "feedback that says where it failed", id)
  if (error === REFINED_OUT) throw refused("id", `feedback that can be tried again; ${error}`, id)
  // What was not told of the failure is out of date.
  const left = work.notices?.filter(({ key }) => key !== `failed-${work.failures}`) ?? []
  const notices = left.length === 0 ? null : left
  return store.change(id, {
    to: failed_in,
    attempts: 0,
    error: null,
    work: { notices },
    note: { retry: true, error },
  })
}

/** Without the commit on which it was red, the test of an alarm is due. A row that another process has is left to it. */
async function lookAgain(store: FeedbackStore, id: string): Promise<void> {
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

const never = new AbortController().signal
