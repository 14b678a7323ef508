import { atCommit } from "@proofloop/foundation/git"
import { cutMiddle, redactSecrets } from "@proofloop/foundation/text"
import { faultOf } from "../../drive/fault.ts"
import { type JobStep, type StepContext, type StepOutcome, workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { Feedback, FeedbackState } from "../feedback.ts"
import type { Change } from "../feedback_store.ts"
import type { FixContext, SelfCorrectionSettings } from "../settings.ts"
import type { StepName } from "../states.ts"
import { FixError } from "./fix_error.ts"

export type FeedbackStep = JobStep<Feedback, SelfCorrectionSettings>
export type FeedbackContext = StepContext<SelfCorrectionSettings>
export type FeedbackOutcome = StepOutcome<Feedback>

/** Writes the product of a step; the row stays in its state. */
export async function keep(
  { settings }: FeedbackContext,
  row: Feedback,
  change: Change,
): Promise<FeedbackOutcome> {
  return { row: await settings.store.change(row.id, change), next: "on" }
}

/** The same, and the row moves to another state, without failed tries. */
export async function moveTo(
  to: FeedbackState,
  context: FeedbackContext,
  row: Feedback,
  change: Change,
): Promise<FeedbackOutcome> {
  return keep(context, row, { attempts: 0, error: null, ...change, to })
}

/** The forge's present commit of the base branch, brought into the repository. */
export async function fetchBase(
  { settings, signal }: Pick<FeedbackContext, "settings" | "signal">,
  row: Pick<Feedback, "place"> = { place: null },
): Promise<string> {
  const { root, forge, base } = settings
  return forge.git.fetchBranch(root, row.place?.base ?? base, signal)
}

/** The forge's present base branch, in a temporary tree. */
export async function atBase<Result>(
  settings: SelfCorrectionSettings,
  signal: AbortSignal,
  work: (root: string) => Promise<Result>,
): Promise<Result> {
  return atCommit(settings.root, await fetchBase({ settings, signal }), work)
}

/** Gives `otherwise` for a permanent refusal of the forge, such as on a locked issue. Rejects for anything else. */
export async function unlessRefused<Result>(asked: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ForgeError && faultOf(error) === null) return otherwise
    throw error
  }
}

/** A commit of a row in a temporary tree, with the input of a proposer. */
export async function inTreeOf<Result>(
  row: Feedback,
  commit: string,
  { settings, signal }: FeedbackContext,
  work: (given: FixContext) => Promise<Result>,
): Promise<Result> {
  const { plan, hits } = workOf(row, "plan", "hits")
  const refutations = row.work.refutations ?? []
  return atCommit(settings.root, commit, (root) =>
    work({ root, feedback: row, plan, hits, refutations, signal }),
  )
}

/** The part of a change that fails a row. */
export function failing({ work: { failures = 0 } }: Feedback) {
  return { work: { failures: failures + 1 } }
}

/** What has to be redone: the fix and everything after it, or the test alone. */
export type Redo = "fix" | "test"

const MAX_REASON = 2000
const MAX_REFUTATIONS = 20

/**
 * Refutes a fix or its test: counts one attempt, and the next try, due at once, reads the reason. After
 * `max_attempts` the row fails. A refuted fix is never published.
 */
export async function refute(
  step: StepName,
  row: Feedback,
  { settings, tell }: FeedbackContext,
  { reasons, redo }: { readonly reasons: readonly string[]; readonly redo: Redo },
): Promise<FeedbackOutcome> {
  const said = reasons.slice(0, MAX_REFUTATIONS).map((reason) => cutMiddle(redactSecrets(reason), MAX_REASON))
  const attempts = row.attempts + 1
  const fails = attempts >= settings.max_attempts
  const error = `${step}: ${said.join("; ")}`
  tell("refuted", { step, attempts, reason: error.slice(0, 300), failed: fails })
  const after = await settings.store.change(row.id, {
    ...(fails ? { to: "failed" as const } : {}),
    attempts,
    error,
    work: {
      ...(fails ? failing(row).work : {}),
      ...(redo === "fix" ? { fix: null } : {}),
      test: null,
      differential: null,
      review: null,
      refutations: [...(row.work.refutations ?? []), ...said].slice(-MAX_REFUTATIONS),
    },
    note: { step, refuted: said, redo, attempts },
  })
  return { row: after, next: "on" }
}

/** A bad proposal counts as refuted; any other error is rethrown. */
export function orRefuted(step: StepName, redo: Redo, work: FeedbackStep["run"]): FeedbackStep["run"] {
  return async (row, context) => {
    try {
      return await work(row, context)
    } catch (error) {
      if (!(error instanceof FixError) || !error.is_retryable) throw error
      return refute(step, row, context, { reasons: [error.message], redo })
    }
  }
}
