import { quoteText } from "../evidence/quote.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { DetectorStep, VerdictStep } from "../stall/detector.ts"
import { isTooWeak } from "../stall/fold.ts"
import { missingTools } from "./completion.ts"
import { acceptStop } from "./decide_steps.ts"
import { end, keepEnding } from "./ending_steps.ts"
import { publishEvidence } from "./evidence_steps.ts"
import { injectFeedback } from "./messages.ts"
import type { RunState, StageOutcome, VerificationState } from "./run_state.ts"
import type { Emit, RunSettings, StepFunction } from "./settings.ts"
import { publishWarnings } from "./turn_steps.ts"

/** Takes one stage's verdict: evidence, the judge's bill, and whether the chain goes on. @requirement loop.verdict.chain */
export const takeStage: StepFunction<StageOutcome> = (before, outcome, settings, emit) => {
  const { verification } = before
  if (verification === null) return before
  const { verdict } = outcome
  const checked = takeChecks(before, outcome, settings, emit)
  const step = askDetector(checked, { outcome }, settings, emit)
  const told = toldByStage(outcome, step, settings)
  let run: RunState = {
    ...checked,
    detector: step.state,
    budgets: countStage(
      { ...before.budgets, elapsed_ms: Math.max(before.budgets.elapsed_ms, outcome.elapsed_ms) },
      outcome,
    ),
    verification: {
      ...verification,
      stages: verification.stages.slice(1),
      concluded: concludedBy(told.status, verification),
      ...(verdict.status === "unable" ? { reason: settings.redact(verdict.reason) } : {}),
    },
  }
  emit({
    type: "judge_decision",
    judge: outcome.stage,
    source: outcome.source,
    trigger: verification.trigger,
    verdict: told.status === "pass" ? "accept" : told.status === "fail" ? "continue" : "unable",
    ...(verdict.check_id === undefined ? {} : { check_id: verdict.check_id }),
    ...(outcome.reused === true ? { reused: true } : {}),
  })
  publishWarnings(step, emit)
  run = tellModel(run, { told, step, settings, emit })
  if (step.hard_stop && step.warnings.length > 0 && run.turn !== null) {
    run = { ...run, turn: { ...run.turn, hard_stop: true } }
  }
  return run
}

/** The verdicts of the checks beside the one that counts. A pass clears its own check: only the one that counts accepts. */
function takeChecks(before: RunState, outcome: StageOutcome, settings: RunSettings, emit: Emit): RunState {
  let run = before
  for (const check of outcome.verdict.checks ?? []) {
    const step = askDetector(run, { outcome, verdict: check, beside: true }, settings, emit)
    if (check.status === "fail") publishWarnings(step, emit)
    run = { ...run, detector: step.state }
  }
  return run
}

/** What the detector says to a verdict; published as evidence unless nothing ran. */
function askDetector(
  { detector }: RunState,
  asked: { readonly outcome: StageOutcome; readonly verdict?: Verdict; readonly beside?: boolean },
  settings: RunSettings,
  emit: Emit,
): VerdictStep {
  const { outcome, verdict = outcome.verdict, beside } = asked
  const { source, stage, command, workspace_sha256, reused } = outcome
  const origin = { source, check_id: stage, command, workspace_sha256, reused, beside }
  const step = settings.detector.verdict(detector, verdict, origin)
  const { write_epoch } = step.state.work
  if (step.evidence !== null && reused !== true) publishEvidence(step.evidence, source, write_epoch, emit)
  return step
}

/** The chain is over: what the run does with its verdict. @requirement loop.attempts, loop.verdict, loop.mandate */
export const concludeVerification: StepFunction<unknown> = (before, _input, settings, emit) => {
  const { verification } = before
  if (verification === null) return before
  const run = closeVerification(before, verification, emit)
  if (verification.path === "reserved") return concludeReserved(run, verification, settings, emit)
  if (verification.concluded === "unable") return concludeUnable(run, verification, settings, emit)
  if (verification.concluded === "vetoed") return concludeVeto(run, verification, settings, emit)
  const accepted = {
    ...run,
    budgets: { ...run.budgets, verify_unable: 0 },
  }
  if (verification.path === "break")
    return acceptStop(accepted, { stop_reason: verification.trigger, settings, emit })
  const at_limit = accepted.budgets.iteration >= accepted.budgets.limit
  return at_limit ? acceptStop(accepted, { stop_reason: "post_edit_reverify", settings, emit }) : accepted
}

/** A stall judge was asked before a stop: an accept ends the run, else it goes on. @requirement loop.stall-judge */
export const takeStallJudge: StepFunction<StageOutcome> = (before, outcome, settings, emit) => {
  const { verdict } = outcome
  emit({
    type: "judge_decision",
    judge: "done_judge",
    source: "judge",
    trigger: "stalled",
    verdict: verdict.status === "pass" ? "accept" : verdict.status === "fail" ? "continue" : "unable",
  })
  const turn = before.turn === null ? null : { ...before.turn, judged: true }
  const run: RunState = { ...before, turn, budgets: countStage(before.budgets, outcome) }
  if (verdict.status === "pass") {
    // The judge says that the run may end here, and nothing about its checks.
    const judged = { ...run, detector: askDetector(run, { outcome, beside: true }, settings, emit).state }
    // The turn's calls are not answered yet, so nothing may be said. With tools missing the run goes on, and its end
    // says so.
    return missingTools(run, settings).length > 0
      ? judged
      : acceptStop(judged, { stop_reason: "stalled_done_judge", settings, emit })
  }
  if (verdict.status !== "fail" || run.turn === null) return run
  return {
    ...run,
    turn: { ...run.turn, feedback: [...run.turn.feedback, settings.redact(verdict.evidence)] },
  }
}

/** What a stage means for the run: a pass that proves too little is a veto where it should count. */
interface Told {
  readonly status: Verdict["status"]
  /** For the model. */
  readonly text: string
}

/** @requirement loop.verdict.weak */
function toldByStage({ verdict }: StageOutcome, { evidence }: VerdictStep, { detector }: RunSettings): Told {
  if (verdict.status === "fail") return { status: "fail", text: verdict.evidence }
  if (verdict.status === "unable")
    return {
      status: "unable",
      text: `The verification could not give a verdict:\n${quoteText(verdict.reason)}`,
    }
  const { enabled, repair_aware } = detector.config
  if (evidence === null || !enabled || !repair_aware || !isTooWeak(evidence, detector.config))
    return { status: "pass", text: "" }
  const text = `The check passed and proves too little: ${evidence.weakness}. Let the tests that had failed run again and pass.`
  return { status: "fail", text }
}

function concludedBy(
  status: Verdict["status"],
  verification: VerificationState,
): VerificationState["concluded"] {
  if (status === "fail") return "vetoed"
  if (status === "unable") return "unable"
  return verification.stages.length <= 1 ? "accepted" : null
}

function countStage(budgets: RunState["budgets"], outcome: StageOutcome): RunState["budgets"] {
  if (outcome.stage === "verify_completion") return budgets
  const key = outcome.stage === "done_judge" ? "done_judge" : "completion_judge"
  const vetoes = budgets[key].vetoes + (outcome.verdict.status === "fail" ? 1 : 0)
  return { ...budgets, [key]: { invocations: budgets[key].invocations + 1, vetoes } }
}

/** Tells the model a veto or an unable verifier. A reserved verification's veto is told when it grants a turn. */
function tellModel(
  run: RunState,
  {
    told,
    step,
    settings,
    emit,
  }: {
    readonly told: Told
    readonly step: DetectorStep
    readonly settings: RunSettings
    readonly emit: Emit
  },
): RunState {
  const kind = told.status === "unable" ? "verifier_unable" : "verify_completion"
  const next = injectFeedback(run, { kind, text: settings.redact(told.text), settings, emit })
  if (step.feedback === undefined) return next
  return injectFeedback(next, {
    kind: "stall_diagnostics",
    text: settings.redact(step.feedback),
    settings,
    emit,
  })
}

function closeVerification(run: RunState, verification: VerificationState, emit: Emit): RunState {
  const vetoed = verification.concluded === "vetoed"
  const verify_attempts = run.budgets.verify_attempts + (vetoed ? 1 : 0)
  const status = vetoed ? "fail" : verification.concluded === "unable" ? "unable" : "pass"
  emit({ type: "verification_end", trigger: verification.trigger, status, attempts: verify_attempts })
  const turn =
    run.turn === null
      ? null
      : { ...run.turn, vetoed: status !== "pass", nudged: run.turn.nudged || status !== "pass" }
  return {
    ...run,
    turn,
    verification: null,
    budgets: { ...run.budgets, verify_attempts },
    open: { ...run.open, verification: null },
  }
}

function concludeUnable(
  run: RunState,
  { reason }: VerificationState,
  settings: RunSettings,
  emit: Emit,
): RunState {
  const verify_unable = run.budgets.verify_unable + 1
  const counted = { ...run, budgets: { ...run.budgets, verify_unable } }
  if (verify_unable < settings.max_verify_unable) return counted
  const ending = { status: "completion_unverified", stop_reason: "verifier_unable" } as const
  return end(counted, reason === undefined ? ending : { ...ending, detail: reason }, emit)
}

function concludeVeto(
  before: RunState,
  verification: VerificationState,
  settings: RunSettings,
  emit: Emit,
): RunState {
  const run = { ...before, budgets: { ...before.budgets, verify_unable: 0 } }
  if (run.turn?.hard_stop === true)
    return end(run, { status: "stuck", stop_reason: "thrash_hard_stop" }, emit)
  if (verification.path === "break" && isJudgeCapReached(run, settings)) {
    return end(run, { status: "completion_unverified", stop_reason: "judge_cap_reached" }, emit)
  }
  return run
}

function isJudgeCapReached(run: RunState, settings: RunSettings): boolean {
  const cap = settings.completion_judge?.max_invocations ?? 0
  const { invocations, vetoes } = run.budgets.completion_judge
  return cap > 0 && invocations >= cap && vetoes > 0
}

/**
 * A reserved verification saves the run, buys it one more turn, or marks its ending as failed. A stuck run may get
 * that turn too, although it is far from its limit.
 * @requirement loop.reserved
 */
function concludeReserved(
  run: RunState,
  verification: VerificationState,
  settings: RunSettings,
  emit: Emit,
): RunState {
  const kind =
    verification.trigger === "zero_write_terminal_verify" ? verification.trigger : "reserved_terminal_verify"
  if (verification.concluded === "accepted") {
    emit({ type: "reserved_terminal_verify", kind, phase: "verify_passed" })
    return { ...run, ending: { status: "done", stop_reason: kind, wrapup: "refused", reserved: true } }
  }
  emit({ type: "reserved_terminal_verify", kind, phase: "verify_failed" })
  const { reserve_used, limit, iteration } = run.budgets
  if (
    verification.concluded === "vetoed" &&
    reserve_used < settings.detector.config.reserved_terminal_verify_iterations
  ) {
    emit({ type: "reserved_terminal_verify", kind, phase: "grant" })
    const budgets = {
      ...run.budgets,
      reserve_used: reserve_used + 1,
      limit: Math.max(limit, iteration + 1),
      reprieve_until: run.ending?.status === "stuck" ? iteration + 1 : run.budgets.reprieve_until,
    }
    return { ...run, ending: null, budgets }
  }
  return keepEnding(run, verification.concluded === "vetoed" ? `${kind}_failed` : null)
}
