import { removeAbandonedTrees } from "@proofloop/foundation/git"
import {
  type Breaker,
  type DrivenRow,
  driveTurn,
  type Engine,
  type Pass,
  type Rest,
  restOf,
  startPass,
  type Wait,
} from "@proofloop/jobs"
import type { TakenBack } from "@proofloop/jobs/forge"
import type { Feedback, FeedbackState } from "../feedback.ts"
import type { FeedbackTypes } from "../feedback_store.ts"
import type { SelfCorrectionOptions, SelfCorrectionSettings } from "../settings.ts"
import { deferredNotices, dueStep, feedbackTable, type StepName } from "../states.ts"
import { giveUp, lookAgain, retry, retryAll } from "./decisions.ts"
import { feedbackJob } from "./job.ts"
import { type RevertRequest, revertFix } from "./revert.ts"
import { refused, selfCorrectionSettings } from "./run_settings.ts"

export interface ProcessedFeedback {
  /** Id of the row, also where the row itself is corrupt. */
  readonly id: string
  /** null, like `to`: the row is corrupt, and `error` says where. */
  readonly from: FeedbackState | null
  readonly to: FeedbackState | null
  /** In order, including those that failed or only looked. */
  readonly steps: readonly StepName[]
  /** The pull request that offers the fix; null while there is none. */
  readonly pull_request: {
    readonly number: number
    readonly url: string
  } | null
  /** The missing service that its next step needs; null when nothing is missing. Counts no attempt. */
  readonly suspended: Breaker | null
  /** What it waits for, if it said so. */
  readonly wait: Omit<Wait, "since"> | null
  /** Why the row did not advance; null when it waits or has ended. */
  readonly error: string | null
}

export interface ProcessOptions {
  readonly id?: string | undefined
  /** Most rows taken that are new or were left in the middle; waiting rows are always looked at. Default: all. */
  readonly limit?: number | undefined
  /** Ends it between two steps, and within a step that listens; counts as no failed try. */
  readonly signal?: AbortSignal | undefined
}

export interface SelfCorrection {
  /**
   * Drives feedback as far as it goes: waiting rows, then interrupted and failed steps, then pending ones, oldest
   * first. Each row is claimed; one that another process holds is skipped. A fault is noted in its row, and the
   * others go on. Resolves to each row's outcome. Rejects with InvalidOptionError and with StoreError.
   */
  process(options?: ProcessOptions): Promise<readonly ProcessedFeedback[]>
  /**
   * Drives one row under a durable engine until it rests, and says what moves it. The engine takes a turn that rejects
   * again. Rejects when the store or the engine is away, and while another process holds the row.
   */
  turn(id: string, engine: Engine): Promise<Rest>
  /**
   * Only what follows a pull request: whether it is merged, the test on the merge, messages, the end. With an id the
   * test of a regression alarm runs again even without a new merge. Asks no model.
   */
  verify(id?: string, signal?: AbortSignal): Promise<readonly ProcessedFeedback[]>
  /**
   * Lets a failed row resume in the state it failed in, with all its tries. Resolves to the row. Rejects with
   * InvalidOptionError when it did not fail, was refined three times or is with another process, and with StoreError.
   */
  retry(id: string): Promise<Feedback>
  /**
   * The same for all failed rows whose error contains this text; "" means every one. Skips rows that were refined
   * three times or that another process holds. Resolves to the rows, oldest first.
   */
  retryAll(error: string): Promise<readonly Feedback[]>
  /**
   * Gives up a pending, triaged, in-fix or failed row: it is rejected with this reason, and the next `process` tells
   * its sender. A regression alarm is closed. Resolves to the row. Rejects with StoreError. Rejects with
   * InvalidOptionError for a row that another process holds, and for any other state: answer a plan, close a pull
   * request on the forge.
   */
  giveUp(id: string, reason: string): Promise<Feedback>
  /**
   * Opens the draft that reverts a merged fix, or finds the open one, and notes it in the row, which keeps its state.
   * Resolves to the draft, or to why there is none. Rejects with InvalidOptionError without a merged fix or for a busy
   * row, with PublishError, ForgeError, GitError and StoreError.
   * @requirement self-correction.revert
   */
  revert(id: string, request?: RevertRequest): Promise<TakenBack>
}

const PUBLISHED_STATES = ["fix-pr-open", "regression-alarm", "verified", "rejected"] as const
const WAITING_STATES = [...PUBLISHED_STATES, "awaiting-approval"] as const
const INTERRUPTED_STATES = ["triaged", "in-fix"] as const

/**
 * The self-correction loop over a store of feedback. docs/self-correction.md says what counts as an attempt, when a
 * row fails, and why it goes on after a crash. Throws InvalidOptionError.
 * @requirement self-correction.steps
 */
export function createSelfCorrection(options: SelfCorrectionOptions): SelfCorrection {
  const settings = selfCorrectionSettings(options)
  return {
    async process({ id, limit = Number.POSITIVE_INFINITY, signal = never } = {}) {
      if (!(limit >= 1)) throw refused("limit", "a number from 1", limit)
      const pass = await startOn(settings, signal, limit)
      if (id !== undefined) {
        await pass.one(id, [...WAITING_STATES, ...INTERRUPTED_STATES, "pending"])
      } else {
        await tellFailed(settings, pass)
        await pass.all(WAITING_STATES, false)
        await pass.all(INTERRUPTED_STATES, true)
        await pass.all(["pending"], true)
      }
      return pass.results.map(asProcessed)
    },
    async turn(id, engine) {
      await prepare(settings)
      const { row, ...driven } = await driveTurn(id, feedbackJob(settings), engine)
      if (row === null) throw new Error(driven.error ?? `feedback ${id} cannot be read`)
      return restOf({ ...driven, row }, feedbackTable, settings.clock.now())
    },
    async verify(id, signal = never) {
      const pass = await startOn(settings, signal, Number.POSITIVE_INFINITY)
      if (id !== undefined) await lookAgain(settings, id)
      await (id === undefined ? pass.all(PUBLISHED_STATES, false) : pass.one(id, PUBLISHED_STATES))
      return pass.results.map(asProcessed)
    },
    giveUp: async (id, reason) => giveUp(settings, id, reason),
    async revert(id, request = {}) {
      await prepare(settings)
      return revertFix(settings, id, request)
    },
    retry: async (id) => retry(settings, id),
    retryAll: async (error) => retryAll(settings, error),
  }
}

async function startOn(
  settings: SelfCorrectionSettings,
  signal: AbortSignal,
  limit: number,
): Promise<Pass<FeedbackTypes, StepName>> {
  const repository = await prepare(settings)
  return startPass(feedbackJob(settings), { signal, limit, repository: repository ?? undefined })
}

/**
 * Runs before a row is taken. Resolves to the forge's name of the repository; null when the forge is unreachable,
 * which each row notices itself. Rejects with InvalidOptionError when the base is the forge's default branch.
 */
async function prepare(settings: SelfCorrectionSettings): Promise<string | null> {
  const { root, forge, base } = settings
  await removeAbandonedTrees(root)
  if (await isForgeAway(settings)) return null
  const default_branch = await forge.defaultBranch().catch(() => null)
  if (default_branch === base) {
    throw refused("base", "a branch that is not the forge's default branch", base)
  }
  return default_branch === null ? null : forge.repository().catch(() => null)
}

async function isForgeAway({ store, forge, clock }: SelfCorrectionSettings): Promise<boolean> {
  const breakers = await store.breakers()
  return breakers.some(
    ({ environment, name, until }) =>
      environment === "forge" && name === forge.name && Date.parse(until) > clock.now(),
  )
}

/** Sends overdue notices of failed rows to their senders: at most 1000 rows, oldest first. */
async function tellFailed(
  { store }: SelfCorrectionSettings,
  pass: Pass<FeedbackTypes, StepName>,
): Promise<void> {
  const failed = await store.list({ state: "failed", limit: 1000 })
  const untold = failed.filter((row) => dueStep(row) !== null || deferredNotices(row).length > 0)
  await pass.those(
    untold.map(({ id }) => id),
    "failed",
  )
}

function asProcessed({
  id,
  row,
  from,
  steps,
  suspended,
  wait,
  error,
}: DrivenRow<FeedbackTypes, StepName>): ProcessedFeedback {
  const to = row?.state ?? null
  return { id, from, to, steps, pull_request: row?.work.pull_request ?? null, suspended, wait, error }
}

const never = new AbortController().signal
