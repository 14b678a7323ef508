import { isCheckPath } from "@proofloop/foundation/paths"
import { type Clock, createDeadline, systemClock } from "@proofloop/foundation/process"
import { type JsonObject, oneLine, redactSecrets } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { createGate, type GateOutcome } from "@proofloop/stdlib/gate"
import type { SharedGateOptions } from "@proofloop/stdlib/internal/gate"
import type { CiFailure, JobFailure } from "../ci/failed_jobs.ts"
import { type FailureMark, isSameFailure } from "../ci/failure_mark.ts"
import { type Attempts, type FixTry, type PersonsFile, updateTry } from "./attempts.ts"
import { type FixCiLimits, fixCiLimits } from "./limits.ts"
import { proposeFix } from "./propose_fix.ts"
import { reviewFix } from "./review_fix.ts"

export type FixGateOptions = SharedGateOptions

export interface FixCiOptions {
  /** The run's own work tree, at the commit whose CI failed. Commits move its HEAD. */
  readonly root: string
  readonly failure: CiFailure
  /** The failure before the last fix of this pull request; null: there was none. */
  readonly before?: FailureMark | null | undefined
  /** The pull request's changes, relative to `root`, shown to the fixer. Default none. */
  readonly changed_files?: readonly string[] | undefined
  readonly fixer: Model
  /** Default: the fixer. */
  readonly critic?: Model | undefined
  readonly gate?: FixGateOptions | undefined
  /** Build manifests that may be changed. Default none. */
  readonly allowed_manifests?: readonly string[] | undefined
  /** Limits of the repair in tries, time and model calls. */
  readonly limits?: Partial<FixCiLimits> | undefined
  /** Makes a commit message from a subject of at most 72 characters. Default: the subject, with the gate's tag. */
  readonly commit_message?: ((subject: string) => string) | undefined
  /** Prompts of your own. Default: those of this package. */
  readonly prompt_dir?: string | undefined
  /** Gets the gate's events, chatJson's and `ci.watch.fix.attempt`. Its errors are ignored. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "ci.watch.fix.attempt". */
          readonly type: string
        },
      ) => void)
    | undefined
  /** Serves the waits between tries. Default: real time. */
  readonly clock?: Clock | undefined
  /** Aborts the repair. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * `same_failure`: the last fix changed nothing about it. `nothing_to_fix`: no change of the code would help.
 * `denied`: only a person may make the needed change. `gave_up`: every try was rejected. `budget`: the time or the
 * calls are used up.
 */
export type FixCiStatus = "fixed" | "same_failure" | "nothing_to_fix" | "denied" | "gave_up" | "budget"

export interface FixCiResult {
  readonly status: FixCiStatus
  /** The fix's commit, HEAD of `root`, not pushed yet. */
  readonly commit: string | null
  readonly tries: readonly FixTry[]
  /** For a person, without secrets. */
  readonly why: string
  /** With `denied`. */
  readonly needs: readonly PersonsFile[]
  /** Files of the fix that decide what a check means. */
  readonly check_changed: readonly string[]
  readonly model_calls: number
}

/**
 * Repairs what CI found: a fixer proposes, the gate and a critic judge, and each objection goes back to the fixer.
 * Commits a change that all accept, else leaves the tree unchanged. Rejects with the model's error when it cannot be
 * asked, with the signal's reason, and with InvalidOptionError.
 */
export async function fixCi(options: FixCiOptions): Promise<FixCiResult> {
  const { failure, before, signal } = options
  const limits = fixCiLimits(options.limits)
  const jobs = failure.jobs.filter(isOfCode)
  if (before && isSameFailure(before, failure.mark)) {
    return untried(
      "same_failure",
      `CI fails the same way as before the last fix: ${snippetsOf(failure.jobs)}`,
    )
  }
  if (jobs.length === 0) return untried("nothing_to_fix", whyNothing(failure))
  const { clock = systemClock } = options
  const meter = modelMeter(limits.max_model_calls)
  const attempts = attemptsOf(options, { jobs, limits, clock, metered: (model) => meter.metered(model) })
  const deadline = createDeadline({ time_ms: limits.max_ms, signals: [signal] })
  try {
    const outcome = await submit(options, attempts, deadline.signal)
    signal?.throwIfAborted()
    const is_over = meter.isSpent() || deadline.isOver()
    const is_ended = outcome.status === "accepted" || is_over || attempts.given_up !== null
    if (!is_ended && meter.fault() !== null) throw meter.fault()
    return { ...resultOf(outcome, attempts, is_over), model_calls: meter.calls() }
  } finally {
    deadline.release()
  }
}

function attemptsOf(
  options: FixCiOptions,
  {
    metered,
    ...given
  }: Pick<Attempts, "jobs" | "limits" | "clock"> & { readonly metered: (model: Model) => Model },
): Attempts {
  const { root, fixer, critic = fixer, changed_files = [], allowed_manifests = [], prompt_dir } = options
  return {
    ...given,
    root,
    changed_files,
    allowed_manifests,
    prompt_dir,
    fixer: metered(fixer),
    critic: metered(critic),
    commit_message: options.commit_message ?? ((subject) => subject),
    emit(event) {
      try {
        options.on_event?.(event)
      } catch {
        // The host's own trouble.
      }
    },
    tries: [],
    needs: [],
    given_up: null,
  }
}

async function submit(options: FixCiOptions, attempts: Attempts, signal: AbortSignal): Promise<GateOutcome> {
  const { root, gate: settings } = options
  const { limits, clock, allowed_manifests, emit } = attempts
  const gate = createGate({
    ...settings,
    root,
    clock,
    on_event: emit,
    attempts: limits.max_tries,
    review: reviewFix(attempts),
  })
  const subtask = { id: "fix_ci", title: "repair what CI found" }
  return gate.submit(subtask, proposeFix(attempts), { signal, allowed_manifests })
}

function resultOf(
  outcome: GateOutcome,
  attempts: Attempts,
  is_over: boolean,
): Omit<FixCiResult, "model_calls"> {
  const { tries, needs, given_up, limits } = attempts
  const result = { commit: null, tries, needs: [], check_changed: [] }
  if (outcome.status === "accepted" && outcome.commit !== null) {
    const why = tries.at(-1)?.diagnosis ?? ""
    const check_changed = outcome.change.files.map(({ path }) => path).filter(isCheckPath)
    return { ...result, status: "fixed", commit: outcome.commit, why, check_changed }
  }
  if (outcome.status === "failed" && outcome.rejection !== null) {
    const { rejected_by, feedback } = outcome.rejection
    updateTry(attempts, { rejected_by, reason: redactSecrets(feedback) })
  }
  if (is_over) {
    const { max_ms, max_model_calls } = limits
    const why = `no fix within ${max_ms / 1000} s and ${max_model_calls} calls of models`
    if (tries.at(-1)?.reason === null) updateTry(attempts, { reason: why })
    return { ...result, status: "budget", why }
  }
  if (needs.length > 0) return { ...result, status: "denied", needs, why: whyDenied(needs) }
  if (given_up !== null) return { ...result, status: "nothing_to_fix", why: given_up }
  const why =
    outcome.status === "failed" ? redactSecrets(outcome.error) : "the change left every file as it was"
  return { ...result, status: "gave_up", why }
}

function untried(status: FixCiStatus, why: string): FixCiResult {
  return { status, commit: null, tries: [], why, needs: [], check_changed: [], model_calls: 0 }
}

function isOfCode({ kind, output }: JobFailure): boolean {
  return kind !== "environment" && output !== ""
}

function whyNothing({ jobs }: CiFailure): string {
  if (jobs.length === 0) return "no job failed"
  const lacking = jobs.filter(({ kind }) => kind === "environment")
  return lacking.length === 0
    ? `nothing is known of what failed: ${namesOf(jobs)} left neither a log nor a summary`
    : `something is lacking that no change of the code mends: ${snippetsOf(lacking)}`
}

function whyDenied(needs: readonly PersonsFile[]): string {
  const paths = needs.map(({ path }) => oneLine(path)).join(", ")
  const reasons = [...new Set(needs.map(({ why }) => why))].join("; ")
  return `the fix would need ${paths}, which is yours to change: ${reasons}`
}

function namesOf(jobs: readonly JobFailure[]): string {
  return oneLine(jobs.flatMap(({ names }) => names).join(", ")).slice(0, 300)
}

function snippetsOf(jobs: readonly JobFailure[]): string {
  return jobs
    .slice(0, 3)
    .map(({ snippet }) => oneLine(snippet))
    .join("; ")
}

interface ModelMeter {
  calls(): number
  /** Whether a call was refused because all were used. */
  isSpent(): boolean
  /** The error of the last failed call; null: none failed. */
  fault(): unknown
  /** The same model, until all calls are used; then it rejects. */
  metered(model: Model): Model
}

function modelMeter(max_calls: number): ModelMeter {
  let calls = 0
  let is_spent = false
  let fault: unknown = null
  return {
    calls: () => calls,
    isSpent: () => is_spent,
    fault: () => fault,
    metered(model) {
      const counted: Model = async (request, options) => {
        is_spent = calls >= max_calls
        if (is_spent) throw new Error(`all ${max_calls} calls of models are used`)
        calls += 1
        try {
          return await model(request, options)
        } catch (error) {
          fault = error
          throw error
        }
      }
      const { model_name, provider, timeout_ms } = model
      return Object.assign(counted, { model_name, provider, timeout_ms })
    },
  }
}
