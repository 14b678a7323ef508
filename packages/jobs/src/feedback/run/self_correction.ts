import { removeAbandonedTrees } from "@proofloop/foundation/git"
import type { DrivenRow } from "../../drive/driven_row.ts"
import type { Engine } from "../../drive/job.ts"
import { type Pass, startPass } from "../../drive/queue.ts"
import { driveTurn, type Rest, restOf } from "../../drive/turn.ts"
import { carrierOf } from "../../engines/carrier.ts"
import type { TakenBack } from "../../forge/take_back.ts"
import type { Feedback } from "../feedback.ts"
import type { FeedbackTypes } from "../feedback_store.ts"
import type { SelfCorrectionOptions, SelfCorrectionSettings } from "../settings.ts"
import { deferredNotices, dueStep, type StepName } from "../states.ts"
import { giveUp, lookAgain, retry, retryAll } from "./decisions.ts"
import { feedbackJob } from "./job.ts"
import { type RevertRequest, revertFix } from "./revert.ts"
import { refused, selfCorrectionSettings } from "./run_settings.ts"

/** What a drive of feedback came to. */
export type DrivenFeedback = DrivenRow<FeedbackTypes, StepName>

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
  process(options?: ProcessOptions): Promise<readonly DrivenFeedback[]>
  /**
   * Drives one row under a durable engine until it rests, and says what moves it. The engine takes a turn that rejects
   * again. Rejects when the store or the engine is away, and while another process holds the row.
   */
  turn(id: string, engine: Engine): Promise<Rest>
  /**
   * Only what follows a pull request: whether it is merged, the test on the merge, messages, the end. With an id the
   * test of a regression alarm runs again even without a new merge. Asks no model.
   */
  verify(id?: string, signal?: AbortSignal): Promise<readonly DrivenFeedback[]>
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
      return inPass(settings, { signal, limit }, async (pass) => {
        if (id !== undefined) return pass.one(id, [...WAITING_STATES, ...INTERRUPTED_STATES, "pending"])
        await tellFailed(settings, pass)
        await pass.all(WAITING_STATES, false)
        await pass.all(INTERRUPTED_STATES, true)
        await pass.all(["pending"], true)
      })
    },
    async turn(id, engine) {
      await prepare(settings)
      const job = feedbackJob(settings)
      const { row, ...driven } = await driveTurn(id, job, engine)
      if (row === null) throw new Error(driven.error ?? `feedback ${id} cannot be read`)
      return restOf({ ...driven, row }, job, settings.clock.now())
    },
    async verify(id, signal = never) {
      return inPass(settings, { signal, limit: Number.POSITIVE_INFINITY }, async (pass) => {
        if (id === undefined) return pass.all(PUBLISHED_STATES, false)
        await lookAgain(settings, id)
        return pass.one(id, PUBLISHED_STATES)
      })
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

async function inPass(
  settings: SelfCorrectionSettings,
  { signal, limit }: { readonly signal: AbortSignal; readonly limit: number },
  work: (pass: Pass<FeedbackTypes, StepName>) => Promise<void>,
): Promise<readonly DrivenFeedback[]> {
  const repository = (await prepare(settings)) ?? undefined
  const job = feedbackJob(settings)
  const { engine, root } = settings
  const carrier = carrierOf<FeedbackTypes, StepName, SelfCorrectionSettings>(job, {
    engine,
    signal,
    repositoryOf: ({ place }) => place?.repository ?? repository ?? root,
  })
  try {
    const pass = startPass(job, { carrier, signal, limit, repository })
    await work(pass)
    return pass.results
  } finally {
    await carrier.close()
  }
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

const never = new AbortController().signal
