import { isOk } from "../evidence/outcome.ts"
import type { StopReason } from "../protocol/result.ts"
import type { RunState, TurnState, VerificationState } from "./run_state.ts"
import type { RunSettings } from "./settings.ts"

/** What a completed turn proposes. @requirement loop.completion */
export type CompletionProposal =
  | { readonly kind: "continue" }
  | { readonly kind: "confirm" }
  | {
      readonly kind: "stop"
      readonly stop_reason: StopReason
      readonly needs_verify: boolean
      readonly detail?: string
    }

/** Whether the turn proposes to stop, and why; the first rule that holds decides. */
export function proposeCompletion(run: RunState, turn: TurnState, settings: RunSettings): CompletionProposal {
  const verifiable = hasVerifier(settings) || isDoneJudgeDue(run, turn, settings)
  // A configured done judge that is not due cannot be skipped, unless something else verifies.
  const unjudged = settings.done_judge !== null && !verifiable
  const stop = (stop_reason: StopReason): CompletionProposal =>
    unjudged ? { kind: "continue" } : { kind: "stop", stop_reason, needs_verify: verifiable }
  const { text } = turn.reply
  const said = text.trim() !== ""
  const called = turn.calls.length > 0
  const unreadable = (turn.reply.parse_errors?.length ?? 0) > 0
  if (settings.done_sentinel !== null && text.includes(settings.done_sentinel)) return stop("sentinel")
  if (finishedByTool(turn, settings)) {
    return { kind: "stop", stop_reason: "natural", needs_verify: hasVerifier(settings) }
  }
  if (turn.post_turn.stop) {
    const { detail, needs_verify } = turn.post_turn
    return { kind: "stop", stop_reason: "post_turn_stop", needs_verify, ...(detail === "" ? {} : { detail }) }
  }
  if (turn.post_turn.message !== "" || (unreadable && !called)) return { kind: "continue" }
  if (isRepeatedVerifiedPass(run, turn, settings)) return stop("repeated_verified_pass")
  if (called) return { kind: "continue" }
  if (said && settings.done_judge !== null) return stop("natural")
  const until_done = settings.loop_until_done
  if (said && until_done && settings.done_sentinel === null) {
    // Without tools the run has nothing else to do, and no other way to finish.
    const has_tools = settings.tool_names.length > 0
    const first = has_tools && run.tools.calls === 0 && !run.budgets.completion_confirmed
    return first ? { kind: "confirm" } : stop("natural")
  }
  const required = settings.require_successful_tools
  if (said && required.length > 0 && missingTools(run, settings).length === 0)
    return stop("required_tools_satisfied")
  return until_done ? { kind: "continue" } : stop("natural")
}

/** Tools that must have succeeded and have not. */
export function missingTools(run: RunState, settings: RunSettings): readonly string[] {
  return settings.require_successful_tools.filter((name) => !run.tools.successful.includes(name))
}

/** Whether anything but a done judge can verify completion. */
export function hasVerifier(settings: RunSettings): boolean {
  return settings.verify_completion !== null || settings.completion_judge !== null
}

/** Whether the done judge is to be asked, by its cadence. @requirement loop.done-judge, loop.stall-judge */
export function isDoneJudgeDue(run: RunState, turn: TurnState, settings: RunSettings): boolean {
  const judge = settings.done_judge
  if (judge === null || turn.judged) return false
  const { iteration, done_judge } = run.budgets
  if (judge.max_invocations > 0 && done_judge.invocations >= judge.max_invocations) return false
  if (iteration <= judge.min_iterations_before_first || iteration % judge.every !== 0) return false
  return judge.when === "stalled" ? turn.warned : true
}

/** The stages a verification goes through: verifier, judge, and the done judge when a stop is proposed and it is due. */
export function verificationStages(
  run: RunState,
  path: VerificationState["path"],
  settings: RunSettings,
): readonly VerificationState["stages"][number][] {
  const stages: VerificationState["stages"][number][] = []
  if (settings.verify_completion !== null) stages.push("verify_completion")
  if (settings.completion_judge !== null) stages.push("verify_completion_judge")
  if (path === "break" && run.turn !== null && isDoneJudgeDue(run, run.turn, settings))
    stages.push("done_judge")
  return stages
}

function finishedByTool(turn: TurnState, settings: RunSettings): boolean {
  return turn.calls.some((record, index) => {
    const result = turn.results[index]
    return (
      settings.stop_after_successful_tools.includes(record.tool_name) &&
      result !== null &&
      result !== undefined &&
      isOk(result)
    )
  })
}

/** The last write is verified and the model only repeats a passing call. @requirement loop.repeated-pass */
function isRepeatedVerifiedPass(run: RunState, turn: TurnState, settings: RunSettings): boolean {
  const { config } = settings.detector
  const state = run.detector
  return (
    config.enabled &&
    config.repair_aware &&
    config.post_edit_reverify &&
    state.write_epoch > 0 &&
    state.verified_write_epoch === state.write_epoch &&
    !state.reverify_owed &&
    state.last_diagnostic_class === "pass" &&
    state.last_outcome_kind === "ok" &&
    state.same_observation_streak >= 2 &&
    turn.calls.length > 0 &&
    turn.results.every((result) => result !== null && isOk(result)) &&
    turn.reply.text.trim() === "" &&
    missingTools(run, settings).length === 0
  )
}
