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
  ToolCallRecord,
  VerificationStage,
} from "./run_state.ts"
import type { DispatchOutcome, ModelOutcome } from "./turn_steps.ts"

/** What a run hears from outside. The actors report by their own done events. */
export type RunEvent =
  | { readonly type: "abort" }
  | { readonly type: "deadline" }
  | { readonly type: "suspend" }
  | { readonly type: "tool_started"; readonly index: number }
  | { readonly type: "tool_finished"; readonly index: number; readonly result: ToolResult }

/** One event for the run's stream, with the state it belongs to. */
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

export interface RunInput {
  readonly run: RunState
}

/** Slots the loop fills. Each gets the run as it stands and must never reject but for a defect. */
export interface ActorInput {
  readonly run: RunState
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

function unfilled(): Promise<never> {
  return Promise.reject(
    new Error("the machine was started without its actors; createAgentLoop provides them"),
  )
}

const noEffect = (): void => undefined
const never = (): boolean => false

/** The vocabulary of the run machine: actors are slots, actions and guards are names until `runMachineWith` gives them code. */
export const runSetup = setup({
  types: {
    context: {} as RunState,
    events: {} as RunEvent,
    emitted: {} as Published,
    input: {} as RunInput,
  },
  actors: {
    call_model: fromPromise<ModelOutcome, ModelCallInput>(unfilled),
    dispatch_tools: fromPromise<DispatchOutcome, DispatchInput>(unfilled),
    ask_verifier: fromPromise<StageOutcome, StageInput>(unfilled),
    consult_host: fromPromise<HostAnswer<PostTurnVerdict>, ActorInput>(unfilled),
    control_loop: fromPromise<HostAnswer<ControlAnswer | null>, ActorInput>(unfilled),
    back_off: fromPromise<void, BackOffInput>(unfilled),
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
    take_stall_judge: (_scope: unknown, _params: StageOutcome) => undefined,
    take_post_turn: (_scope: unknown, _params: HostAnswer<PostTurnVerdict>) => undefined,
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
    is_hard_stop: never,
    has_dispatch: never,
    has_post_turn_callback: never,
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
