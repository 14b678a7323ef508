import type { Feedback } from "./feedback.ts"
import { refined_out } from "./run/approval.ts"
import { giveUp } from "./run/give_up.ts"
import { prepareRun, type ProcessedFeedback, startRun } from "./run/process_run.ts"
import { type RevertRequest, revertFix } from "./run/revert.ts"
import { refused, selfCorrectionSettings } from "./run/run_settings.ts"
import type { SelfCorrectionOptions } from "./settings.ts"
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
   * InvalidOptionError when it did not fail, or was refined three times, and with StoreError.
   */
  retry(id: string): Promise<Feedback>
  /**
   * Gives up what is pending, triaged, in-fix or failed: it is rejected with this reason, which the next `process` tells its
   * sender. A regression alarm is closed as it is. Resolves to the row. Rejects with InvalidOptionError for any other row (a
   * plan is answered, a pull request closed on the forge) and one that another process has, and with StoreError.
   */
  giveUp(id: string, reason: string): Promise<Feedback>
  /**
   * Opens the draft pull request that takes a merged fix back, such as after a regression alarm (self-correction facts B16),
   * or finds the one that is open, and notes it in the row, which stays in its state. Nothing is merged: a person decides.
   * Resolves to it, to `conflict` where later work is in the way, or to `nothing-to-revert`. Rejects with InvalidOptionError
   * for a row without a merged fix or that another process has, with PublishError, ForgeError, GitError and StoreError.
   */
  revert(id: string, request?: RevertRequest): Promise<Reverted>
}

const published_states = ["fix-pr-open", "regression-alarm", "verified", "rejected"] as const
const waiting_states = [...published_states, "awaiting-approval"] as const
const interrupted_states = ["triaged", "in-fix"] as const

/**
 * The self-correction loop over a store of feedback (self-correction facts B10, B11).
 *
 * Error policy. A step that throws counts one attempt and leaves its reason; the row stays in its state, and the next
 * `process` takes it up there. After `max_attempts` in one state, and at once for what no try can change (a wrong option,
 * a forge that refuses, something that is not installed), it is `failed` and remembers where; `retry` takes it up again. A fix
 * or a test that is no good, that its differential does not bear out or its review blocks counts as well, and why is told to
 * the next one, at once. An abort, and a forge that is away while a row only waits for it, count nothing. A message that
 * cannot be delivered keeps its row from being closed for `max_attempts` tries, and holds up nothing else. A store that
 * cannot be written leaves the row as it was. Every product is written once it is whole, together with its note, and every
 * effect is looked for before it is made, so a row goes on wherever a process was killed. Throws InvalidOptionError.
 */
export function createSelfCorrection(options: SelfCorrectionOptions): SelfCorrection {
  const settings = selfCorrectionSettings(options)
  return {
    async process({ id, limit = Number.POSITIVE_INFINITY, signal = never } = {}) {
      if (!(limit >= 1)) throw refused("limit", "a number from 1", limit)
      await prepareRun(settings)
      const run = startRun(settings, signal, limit)
      if (id !== undefined) {
        await run.one(id, [...waiting_states, ...interrupted_states, "pending"])
      } else {
        await run.tellFailed()
        await run.all(waiting_states, false)
        await run.all(interrupted_states, true)
        await run.all(["pending"], true)
      }
      return run.results
    },
    async verify(id, signal = never) {
      await prepareRun(settings)
      if (id !== undefined) await lookAgain(settings.store, id)
      const run = startRun(settings, signal, Number.POSITIVE_INFINITY)
      await (id === undefined ? run.all(published_states, false) : run.one(id, published_states))
      return run.results
    },
    giveUp: async (id, reason) => giveUp(settings, id, reason),
    async revert(id, request = {}) {
      await prepareRun(settings)
      return revertFix(settings, id, request)
    },
    async retry(id) {
      const { failed_in, state, error, work } = await settings.store.get(id)
      if (failed_in === null) throw refused("id", `feedback that failed; this one is ${state}`, id)
      if (error === refined_out) throw refused("id", `feedback that can be tried again; ${error}`, id)
      // What was not told of the failure is out of date.
      const left = work.notices?.filter(({ key }) => key !== `failed-${work.failures}`) ?? []
      const notices = left.length === 0 ? null : left
      const note = { retry: true, error }
      return settings.store.change(id, { to: failed_in, attempts: 0, error: null, work: { notices }, note })
    },
  }
}

/** Without the commit on which it was red, the test of an alarm is due. */
async function lookAgain(store: FeedbackStore, id: string): Promise<void> {
  const { state, work } = await store.get(id)
  if (state !== "regression-alarm" || work.alarm_commit === undefined) return
  await store.change(id, { work: { alarm_commit: null }, note: { verify: true, commit: work.alarm_commit } })
}

const never = new AbortController().signal
