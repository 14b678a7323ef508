import type { ModelErrorKind } from "../errors/model_error.ts"
import type { Message } from "../protocol/message.ts"
import type { ModelReply } from "../protocol/model.ts"
import type { LoopControlDecision, RunStatus, StopReason } from "../protocol/result.ts"
import type { ToolCall, ToolResult } from "../protocol/tool.ts"
import type { Verdict, VerdictSource } from "../protocol/verdict.ts"
import type { Signals } from "../stall/patterns/pattern.ts"
import { type DetectorState, INITIAL_STATE } from "../stall/state.ts"

/** Everything a run knows: the machine's context. Plain JSON; counters live in `budgets` and the detector alone. */
export interface RunState {
  readonly run_id: string
  readonly task: string
  readonly messages: readonly Message[]
  readonly text: string
  readonly detector: DetectorState
  readonly budgets: Budgets
  readonly tools: ToolCounts
  readonly signals: Signals
  readonly turn: TurnState | null
  readonly verification: VerificationState | null
  readonly ending: Ending | null
  readonly suspend_requested: boolean
  readonly back_off_ms: number
  /** What loop_control answered this turn; null = the built-in policy. */
  readonly control: ControlAnswer | null
  /** Starts whose end has not been published yet, so that an abort can close them. */
  readonly open: OpenStarts
}

/** A call of this turn as it is dispatched: with an id, in call order. */
export interface ToolCallRecord {
  readonly call_id: string
  readonly tool_name: string
  readonly call: ToolCall
}

export interface TurnState {
  readonly reply: ModelReply
  readonly calls: readonly ToolCallRecord[]
  /** By position in `calls`; null until it came. */
  readonly results: readonly (ToolResult | null)[]
  /** Nudges waiting until the results are in the conversation. */
  readonly feedback: readonly string[]
  readonly warned: boolean
  readonly hard_stop: boolean
  readonly reverify_mandated: boolean
  /** The run goes on because a verdict was a veto, or unable. */
  readonly vetoed: boolean
  readonly nudged: boolean
  readonly post_turn: PostTurnVerdict
  readonly judged: boolean
}

export interface PostTurnVerdict {
  readonly stop: boolean
  readonly needs_verify: boolean
  readonly message: string
  readonly detail: string
}

export interface VerificationState {
  /** Told to the verifier: the stop that is proposed, or post_edit_reverify. */
  readonly trigger: StopReason
  /** Whether the run goes on after an accept. */
  readonly path: "continue" | "break" | "reserved"
  /** Stages still to ask, the next one first. The first veto ends the chain. */
  readonly stages: readonly VerificationStage[]
  readonly concluded: "accepted" | "vetoed" | "unable" | null
  readonly reason?: string | undefined
}

export type VerificationStage = "verify_completion" | "verify_completion_judge" | "done_judge"

export interface StageOutcome {
  readonly stage: VerificationStage
  readonly source: VerdictSource
  readonly verdict: Verdict
  readonly command?: string | undefined
  readonly workspace_sha256?: string | undefined
  /** The pass on record still counts: nothing ran, and there is no new proof. */
  readonly reused?: true | undefined
  readonly elapsed_ms: number
}

export interface Ending {
  readonly status: RunStatus
  readonly stop_reason: StopReason
  readonly detail?: string | undefined
  readonly error?: { readonly code: string; readonly message: string } | undefined
  readonly wrapup: "possible" | "refused" | "done"
  /** A reserved verification was tried for this ending. */
  readonly reserved: boolean
}

/** What a host function answered, and when in the run. */
export interface HostAnswer<T> {
  readonly answer: T
  readonly elapsed_ms: number
}

export interface ControlAnswer {
  readonly action: "none" | "extend" | "stop"
  readonly until: number
  readonly reason: string
}

export interface TerminalGrant {
  readonly extend_by: number
  readonly message: string
}

export interface ModelFailure {
  readonly kind: ModelErrorKind
  readonly message: string
  readonly retry_after_ms: number | null
}

const NO_BUDGETS = {
  iteration: 0,
  limit: 0,
  extensions_used: 0,
  decisions: [] as readonly LoopControlDecision[],
  model_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  elapsed_ms: 0,
  transport_attempt: 0,
  consecutive_failures: 0,
  verify_attempts: 0,
  verify_unable: 0,
  completion_judge: { invocations: 0, vetoes: 0 },
  done_judge: { invocations: 0, vetoes: 0 },
  text_only_turns: 0,
  turns_since_progress: 0,
  required_tool_nudges: 0,
  completion_confirmed: false,
  reserve_used: 0,
  terminal_asked: false as boolean,
  /** Hard stops that were passed by. */
  rescues: 0,
  /** The turn after which a stuck run is over for good, unless a check has passed by then; 0 = not stuck. */
  reprieve_until: 0,
}
export type Budgets = Readonly<typeof NO_BUDGETS>

const NO_TOOLS = {
  calls: 0,
  used: [] as readonly string[],
  successful: [] as readonly string[],
  failed: [] as readonly string[],
}
type ToolCounts = Readonly<typeof NO_TOOLS>

const NO_STARTS = {
  iteration: false,
  model_call: null as "turn" | "final_wrapup" | null,
  tools: [] as readonly ToolCallRecord[],
  verification: null as StopReason | null,
}
type OpenStarts = Readonly<typeof NO_STARTS>

export function initialRun(start: {
  readonly run_id: string
  readonly task: string
  readonly system_prompt: string | undefined
  readonly limit: number
}): RunState {
  const system: readonly Message[] =
    start.system_prompt === undefined ? [] : [{ role: "system", content: start.system_prompt }]
  return {
    run_id: start.run_id,
    task: start.task,
    messages: [...system, { role: "user", content: start.task }],
    text: "",
    detector: INITIAL_STATE,
    budgets: { ...NO_BUDGETS, limit: start.limit },
    tools: NO_TOOLS,
    signals: {},
    turn: null,
    verification: null,
    ending: null,
    suspend_requested: false,
    back_off_ms: 0,
    control: null,
    open: NO_STARTS,
  }
}
