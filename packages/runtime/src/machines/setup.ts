import { fromPromise, setup } from "xstate"
import type { EventBody, RepairMode } from "../protocol/event.ts"
import type { StopReason } from "../protocol/result.ts"
import type { ToolResult } from "../protocol/tool.ts"
import type {
  ControlAnswer,
  HostAnswer,
  PostTurnVerdict,
  RunState,
  StageOutcome,
  TerminalGrant,
  ToolCallRecord,
  VerificationStage,
} from "./run_state.ts"
import type { RunSettings } from "./settings.ts"
import type { DispatchOutcome, ModelOutcome } from "./turn_steps.ts"

/** Events from outside. The actors report by their own done events. */
export type RunEvent =
  | { readonly type: "abort" }
  | { readonly type: "deadline" }
  | { readonly type: "suspend" }
  | { readonly type: "tool_started"; readonly index: number }
  | { readonly type: "tool_finished"; readonly index: number; readonly result: ToolResult }

export interface Published {
  readonly type: "published"
  readonly body: EventBody
  readonly iteration: number
  readonly repair_mode: RepairMode
}

/** What an actor rejected with: a defect, or a journal that cannot be written or followed. */
export interface Thrown {
  readonly thrown: unknown
}

/** The machine's context: the changing state of the run, and its fixed settings. */
export interface RunContext {
  readonly run: RunState
  readonly settings: RunSettings
  readonly effects: Effects
  readonly onFinish: () => void
}

/** What the actors of the machine do. Each gets the present state of the run, and rejects only for a defect. */
export interface Effects {
  call_model(input: ModelCallInput, signal: AbortSignal): Promise<ModelOutcome>
  dispatch_tools(input: DispatchInput, signal: AbortSignal): Promise<DispatchOutcome>
  ask_verifier(input: StageInput, signal: AbortSignal): Promise<StageOutcome>
  consult_host(input: ActorInput, signal: AbortSignal): Promise<HostAnswer<PostTurnVerdict>>
  control_loop(input: ActorInput, signal: AbortSignal): Promise<HostAnswer<ControlAnswer | null>>
  consult_terminal(input: ActorInput, signal: AbortSignal): Promise<HostAnswer<TerminalGrant | null>>
  back_off(input: BackOffInput, signal: AbortSignal): Promise<void>
}

export interface ActorInput {
  readonly run: RunState
  readonly effects: Effects
}

export interface ModelCallInput extends ActorInput {
  readonly purpose: "turn" | "final_wrapup"
}

export interface DispatchInput extends ActorInput {
  readonly calls: readonly ToolCallRecord[]
}

export interface StageInput extends ActorInput {
  readonly stage: VerificationStage
  readonly trigger: StopReason
}

export interface BackOffInput extends ActorInput {
  readonly delay_ms: number
}

const noEffect = (): void => undefined
const never = (): boolean => false

/** The vocabulary of the run machine: actors ask the run's effects, actions and guards are names until `filled_machine.ts` gives them code. */
export const runSetup = setup({
  types: {
    context: {} as RunContext,
    events: {} as RunEvent,
    emitted: {} as Published,
    input: {} as RunContext,
  },
  actors: {
    call_model: fromPromise<ModelOutcome, ModelCallInput>(async ({ input, signal }) =>
      input.effects.call_model(input, signal),
    ),
    dispatch_tools: fromPromise<DispatchOutcome, DispatchInput>(async ({ input, signal }) =>
      input.effects.dispatch_tools(input, signal),
    ),
    ask_verifier: fromPromise<StageOutcome, StageInput>(async ({ input, signal }) =>
      input.effects.ask_verifier(input, signal),
    ),
    consult_host: fromPromise<HostAnswer<PostTurnVerdict>, ActorInput>(async ({ input, signal }) =>
      input.effects.consult_host(input, signal),
    ),
    control_loop: fromPromise<HostAnswer<ControlAnswer | null>, ActorInput>(async ({ input, signal }) =>
      input.effects.control_loop(input, signal),
    ),
    consult_terminal: fromPromise<HostAnswer<TerminalGrant | null>, ActorInput>(async ({ input, signal }) =>
      input.effects.consult_terminal(input, signal),
    ),
    back_off: fromPromise<void, BackOffInput>(async ({ input, signal }) =>
      input.effects.back_off(input, signal),
    ),
  },
  actions: {
    publish_start: noEffect,
    begin_model_call: noEffect,
    take_reply: (_scope: unknown, _params: ModelOutcome & { readonly ok: true }) => undefined,
    take_model_failure: (_scope: unknown, _params: ModelOutcome & { readonly ok: false }) => undefined,
    schedule_retry: (_scope: unknown, _params: ModelOutcome & { readonly ok: false }) => undefined,
    start_tool: (_scope: unknown, _params: { readonly index: number }) => undefined,
    finish_tool: (_scope: unknown, _params: { readonly index: number; readonly result: ToolResult }) =>
      undefined,
    settle_results: (_scope: unknown, _params: DispatchOutcome) => undefined,
    skip_dispatch: (_scope: unknown, _params: "thrash_hard_stop" | "stalled_done_judge") => undefined,
    rescue: noEffect,
    take_stall_judge: (_scope: unknown, _params: StageOutcome) => undefined,
    take_post_turn: (_scope: unknown, _params: HostAnswer<PostTurnVerdict>) => undefined,
    take_terminal: (_scope: unknown, _params: HostAnswer<TerminalGrant | null>) => undefined,
    decide_turn: noEffect,
    continue_turn: noEffect,
    take_control: (_scope: unknown, _params: HostAnswer<ControlAnswer | null>) => undefined,
    spend_turn: noEffect,
    check_budget: noEffect,
    take_stage: (_scope: unknown, _params: StageOutcome) => undefined,
    conclude_verification: noEffect,
    end_stuck: noEffect,
    interrupt: (_scope: unknown, _params: "aborted" | "wall_clock") => undefined,
    end_error: (_scope: unknown, _params: Thrown) => undefined,
    request_suspend: noEffect,
    reserve_verification: noEffect,
    begin_wrapup: noEffect,
    take_wrapup: (_scope: unknown, _params: ModelOutcome) => undefined,
    finish: noEffect,
  },
  guards: {
    is_ending: never,
    is_verifying: never,
    is_stall_judge_due: never,
    is_rescue_due: never,
    is_hard_stop: never,
    has_dispatch: never,
    has_post_turn_callback: never,
    is_terminal_due: never,
    has_loop_control: never,
    is_reply: (_scope: unknown, _params: ModelOutcome) => false,
    can_retry: (_scope: unknown, _params: ModelOutcome) => false,
    is_pause_due: never,
    is_concluded: never,
    is_reserve_due: never,
    is_wrapup_due: never,
    is_passing: never,
    is_unedited: never,
    is_reverify_owed: never,
    is_stuck: never,
    is_handed_back: never,
  },
})

/** What a rejected actor means: a defect ends the run in error. */
export const defect = {
  type: "end_error",
  params: ({ event }: { event: { error: unknown } }) => ({ thrown: event.error }),
} as const
