import type { Ending, RunState } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { JudgeSummary, RunResult } from "../protocol/result.ts"
import type { CounterCheck, Proof, ProofRemark } from "../protocol/verdict.ts"
import { currentFailure } from "../stall/current_failure.ts"
import { isVerified } from "../stall/work.ts"

export interface RunEnd {
  /** Milliseconds from the start of the run to its end. */
  readonly duration_ms: number
  /** Digest of the work tree as the run leaves it; null where none is known, or it cannot be read. */
  readonly workspace_sha256: string | null
  readonly workspace_unread?: string | undefined
  /** Changed files that decide what a check means; absent where that is unknown. */
  readonly check_changed?: readonly string[] | undefined
  /** Test files that the run added; absent where that is not known. */
  readonly added_tests?: readonly string[] | undefined
  /** As in the proof. */
  readonly counter_check?: CounterCheck | undefined
  readonly ignored_changed?: readonly string[] | undefined
  readonly written_by_check?: readonly string[] | undefined
  /** What the host's examiner says of the change; absent without one. */
  readonly remarks?: readonly ProofRemark[] | undefined
  /** Processes of its calls that still run; absent where that is not known. */
  readonly left_running?: readonly string[] | undefined
}

const OTHER_CHECK = "the run changed files that decide what its check means; proof.check_changed names them"
const UNKNOWN_CHECK = "it is not known whether the run changed files that decide what its check means"
const UNSEEN = "it is not known which files the check saw: they could not be read, or changed meanwhile"
const CHANGED = "the files changed after the check had passed"

/**
 * What a finished run hands back. A proof about files that changed since does not count.
 * @requirement loop.result, loop.repair.hand-back
 */
export function resultOf(run: RunState, settings: RunSettings, end: RunEnd): RunResult {
  const { duration_ms, check_changed, added_tests, counter_check, remarks, left_running } = end
  const { ignored_changed, written_by_check } = end
  const { detector, config } = { detector: settings.detector, config: settings.detector.config }
  const { proof, weakness, write_epoch } = run.detector.work
  const void_reason = proof === null ? undefined : voidReason(proof, end)
  const is_strict = config.require_unchanged_checks
  // What is not known was not unchanged.
  const is_other_check = is_strict && (check_changed?.length !== 0 || counter_check?.verdict === "depends_on")
  const refused = remarks?.find(({ status }) => status === "refused")
  const proved =
    isVerified(run.detector) && void_reason === undefined && !is_other_check && refused === undefined
  const ending = honestEnding(run, settings, proved)
  const done = ending.status === "done"
  const state = done ? detector.clear(run.detector) : run.detector
  const failure = done ? undefined : currentFailure(state)
  // A check that failed and passed in one turn still fails in the failure model. What is handed back as failing is
  // not verified.
  const verified = proved && failure === undefined
  const { budgets } = run
  const unproved =
    weakness === "" || verified ? undefined : `the check passed and proves too little: ${weakness}`
  const changed = check_changed === undefined ? UNKNOWN_CHECK : OTHER_CHECK
  const others = is_other_check ? changed : refused && refusal(refused)
  const detail = ending.detail ?? void_reason ?? others ?? unproved
  return {
    run_id: run.run_id,
    status: ending.status,
    stop_reason: ending.stop_reason,
    ...(detail === undefined ? {} : { stop_detail: detail }),
    ...(ending.error === undefined ? {} : { error: ending.error }),
    verified,
    proof:
      proof?.write_epoch === write_epoch && void_reason === undefined
        ? {
            ...proof,
            ...(check_changed === undefined ? {} : { check_changed }),
            ...(added_tests === undefined ? {} : { added_tests }),
            ...(counter_check === undefined ? {} : { counter_check }),
            ...(ignored_changed === undefined ? {} : { ignored_changed }),
            ...(written_by_check === undefined ? {} : { written_by_check }),
            ...(remarks === undefined ? {} : { remarks }),
            ...(left_running === undefined ? {} : { left_running }),
          }
        : null,
    text: run.text,
    usage: {
      iterations: budgets.iteration,
      model_calls: budgets.model_calls,
      input_tokens: budgets.input_tokens,
      output_tokens: budgets.output_tokens,
      cost_usd: budgets.cost_usd,
      duration_ms,
    },
    tools: { calls: run.tools.calls, successful: run.tools.successful, failed: run.tools.failed },
    verify_attempts: budgets.verify_attempts,
    adaptive_budget: {
      mode: settings.budget.mode,
      initial: settings.budget.initial,
      max: settings.budget.max,
      final_limit: budgets.limit,
      extensions_used: budgets.extensions_used,
      decisions: budgets.decisions,
    },
    ...(settings.completion_judge === null
      ? {}
      : {
          completion_judge: judgeSummary(budgets.completion_judge, settings.completion_judge.max_invocations),
        }),
    ...(settings.done_judge === null
      ? {}
      : { done_judge: judgeSummary(budgets.done_judge, settings.done_judge.max_invocations) }),
    transcript: run.messages,
    ...(config.enabled
      ? {
          repeated_tool_calls: state.repeated_tool_calls,
          stall_warnings: state.warnings,
          suspected_loop: state.warning_count > 0,
        }
      : {}),
    ...(failure === undefined ? {} : { current_failure: failure }),
  }
}

function refusal({ source, path, message }: ProofRemark): string {
  return `the proof is refused by ${source}: ${path === undefined ? "" : `${path}: `}${message}`
}

/** Why a proof does not hold for the files at the end. A judge's verdict is not about files. @requirement proof.unread */
function voidReason(
  { source, workspace_sha256: checked }: Proof,
  { workspace_sha256, workspace_unread }: RunEnd,
): string | undefined {
  if (source === "judge") return undefined
  if (workspace_unread !== undefined) return `the files that were checked cannot be read: ${workspace_unread}`
  if (checked === undefined) return workspace_sha256 === null ? undefined : UNSEEN
  return checked === workspace_sha256 ? undefined : CHANGED
}

/** With `require_verified`, done without a proof is not done. */
function honestEnding(run: RunState, settings: RunSettings, verified: boolean): Ending {
  const ending = run.ending ?? {
    status: "failed",
    stop_reason: "error",
    error: { code: "error", message: "the run ended without a cause" },
    wrapup: "refused",
    reserved: false,
  }
  const { config } = settings.detector
  const unverified = ending.status === "done" && config.enabled && config.require_verified && !verified
  return unverified ? { ...ending, status: "completion_unverified" } : ending
}

function judgeSummary(
  counts: { readonly invocations: number; readonly vetoes: number },
  max: number,
): JudgeSummary {
  return {
    ...counts,
    max_invocations: max === 0 ? null : max,
    cap_reached: max > 0 && counts.invocations >= max,
  }
}
