import { enqueueActions } from "xstate"
import type { EventBody, RepairMode } from "../protocol/event.ts"
import { isDoneJudgeDue } from "./completion.ts"
import * as decide from "./decide_steps.ts"
import * as ending from "./ending_steps.ts"
import * as failure from "./failure_steps.ts"
import { repairMode } from "./repair_mode.ts"
import * as rescue from "./rescue_steps.ts"
import { runMachine } from "./run.ts"
import type { RunState } from "./run_state.ts"
import type { RunSettings, StepFunction } from "./settings.ts"
import type { Published, RunContext, RunEvent } from "./setup.ts"
import * as terminal from "./terminal_steps.ts"
import * as turn from "./turn_steps.ts"
import * as verification from "./verification_steps.ts"

type Scope = { readonly context: RunContext }

/** One action is one pure step: its state is assigned and its events are emitted in the same macrostep. */
function step<Input>(run_step: StepFunction<Input>) {
  return enqueueActions<RunContext, RunEvent, Input, RunEvent, never, never, never, never, Published>(
    ({ context: { run, settings }, enqueue }, input) => {
      const bodies: EventBody[] = []
      const after = run_step(run, input, settings, (body) => bodies.push(body))
      enqueue.assign({ run: after })
      const iteration = Math.max(iterationOf(run), iterationOf(after))
      const repair_mode = repairMode(after)
      for (const body of bodies) enqueue.emit({ type: "published", body, iteration, repair_mode })
    },
  )
}

function when(predicate: (run: RunState, settings: RunSettings) => boolean) {
  return ({ context: { run, settings } }: Scope): boolean => predicate(run, settings)
}

function isIn(mode: RepairMode) {
  return when((run) => repairMode(run) === mode)
}

/** The run machine with its actions and guards as pure steps over the run state: one for all runs of a process. */
export const filledMachine: typeof runMachine = runMachine.provide({
  actions: {
    publish_start: step(turn.publishStart),
    begin_model_call: step(turn.beginModelCall),
    take_reply: step(turn.takeReply),
    take_model_failure: step(failure.takeModelFailure),
    schedule_retry: step(failure.scheduleRetry),
    start_tool: step(turn.startTool),
    finish_tool: step(turn.finishTool),
    settle_results: step(turn.settleResults),
    skip_dispatch: step(turn.skipDispatch),
    rescue: step(rescue.rescue),
    take_stall_judge: step(verification.takeStallJudge),
    take_post_turn: step(decide.takePostTurn),
    take_terminal: step(terminal.takeTerminal),
    decide_turn: step(decide.decideTurn),
    continue_turn: step(decide.continueTurn),
    take_control: step(decide.takeControl),
    spend_turn: step(decide.spendTurn),
    check_budget: step(decide.checkBudget),
    take_stage: step(verification.takeStage),
    conclude_verification: step(verification.concludeVerification),
    end_stuck: step(rescue.endStuck),
    interrupt: step(ending.interrupt),
    end_error: step(ending.endError),
    request_suspend: step(ending.requestSuspend),
    reserve_verification: step(ending.reserveVerification),
    begin_wrapup: step(ending.beginWrapup),
    take_wrapup: step(ending.takeWrapup),
    finish: ({ context }) => context.onFinish(),
  },
  guards: {
    is_ending: when((run) => run.ending !== null),
    is_verifying: when((run) => run.verification !== null),
    is_stall_judge_due: when(
      (run, settings) =>
        settings.done_judge?.when === "stalled" &&
        run.turn?.warned === true &&
        isDoneJudgeDue(run, run.turn, settings),
    ),
    is_rescue_due: when(rescue.isRescueDue),
    is_hard_stop: when((run) => run.turn?.hard_stop === true),
    has_dispatch: when((run, settings) => (run.turn?.calls.length ?? 0) > 0 || settings.signals.length > 0),
    is_terminal_due: when(terminal.isTerminalDue),
    has_post_turn_callback: when((_run, settings) => settings.post_turn_callback),
    has_loop_control: when((_run, settings) => settings.loop_control),
    is_reply: (_scope, outcome) => outcome.ok,
    can_retry: ({ context: { run, settings } }, outcome) => failure.canRetry(run, outcome, settings),
    is_pause_due: when((run) => run.ending?.stop_reason === "circuit_breaker" && run.back_off_ms > 0),
    is_concluded: when((run) => run.verification !== null && run.verification.concluded !== null),
    is_reserve_due: when((run, settings) => ending.reservedTrigger(run, settings) !== null),
    is_wrapup_due: when(ending.isWrapupDue),
    is_passing: isIn("passing"),
    is_unedited: isIn("failing.unedited"),
    is_reverify_owed: isIn("failing.reverify_owed"),
    is_stuck: isIn("stuck"),
    is_handed_back: isIn("handed_back"),
  },
})

/** The turn a state is in: the open one, else the last. */
export function iterationOf(run: RunState): number {
  const waiting = run.open.iteration && run.turn === null
  return run.budgets.iteration + (waiting ? 1 : 0)
}
