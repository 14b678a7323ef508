import type { ChangeSet } from "@proofloop/foundation/git"
import type { Clock } from "@proofloop/foundation/process"
import type { Json } from "@proofloop/foundation/text"
import type { ModelErrorKind } from "../errors/model_error.ts"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import type { ModelInput } from "../models/resolve.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import type { Message } from "../protocol/message.ts"
import type { StopReason } from "../protocol/result.ts"
import type { DeclaredAnnotations } from "../protocol/tool.ts"
import type { Proof, ProofRemark, Verdict } from "../protocol/verdict.ts"
import type { StallOptions } from "../stall/config.ts"
import type { ToolsInput } from "../tools/read_tools.ts"
import type { JournalFile, JournalStore } from "./journal/store.ts"
import type {
  MaybePromise,
  TurnPayload,
  PostTurnAnswer,
  LoopControlPayload,
  LoopControlAnswer,
  TerminalPayload,
  TerminalAnswer,
} from "./turn_callbacks.ts"

/** A command that verifies: exit 0 passes; 126, 127, a spawn error, a foreign signal or zero tests run are `unable`. */
export interface VerifyCommand {
  /** Run by the shell; or a program and its arguments, run without one. */
  readonly command: string | readonly [string, ...string[]]
  /** Milliseconds. Default 120 000. A time-out is a fail of kind `timeout`. */
  readonly timeout_ms?: number | undefined
  /** Default: the process's working directory. */
  readonly cwd?: string | undefined
  /** Variables over those of this process. Default: none. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Bytes of output kept, head and tail. Default 1 MiB. */
  readonly max_output_bytes?: number | undefined
  /** Names the check; default the command line. */
  readonly check_id?: string | undefined
}

/** What a verifier or judge is told about the run. Plain JSON. */
export interface VerifyPayload {
  readonly run_id: string
  readonly task: string
  /** The stop that is proposed, or `post_edit_reverify` while the run goes on. */
  readonly stop_reason: StopReason
  /** The turn, counted from 1. */
  readonly iteration: number
  readonly text: string
  readonly transcript: readonly Message[]
  readonly all_tools_used: readonly string[]
  readonly successful_tools_used: readonly string[]
}

/**
 * A host's verifier. A verdict or a boolean decides; a string vetoes with that text ("" or null accepts). A throw or
 * anything else, `undefined` too, is `unable`. Give up when `signal` aborts.
 */
export type VerifyFunction = (
  payload: VerifyPayload,
  context: {
    /** Aborted when the run is, or when the verifier's time is over. */
    readonly signal: AbortSignal
  },
) => VerifyAnswer | Promise<VerifyAnswer>

export type VerifyAnswer = Verdict | boolean | string | null

/** A verifier that asks a model: its accept is `source: judge` and never makes a run verified on its own. */
export interface VerifyJudgeFunction {
  (
    payload: VerifyPayload,
    context: {
      /** Aborted when the run is, or when the verifier's time is over. */
      readonly signal: AbortSignal
    },
  ): VerifyAnswer | Promise<VerifyAnswer>
  /** Marks the function as one that asks a model. */
  readonly source: "judge"
}

export interface ProofPayload {
  readonly run_id: string
  readonly task: string
  /** The folder that the paths of the change are relative to. */
  readonly root: string
  /** What the run changed, by any tool: the files as they were when it began and as the check saw them. */
  readonly change: ChangeSet
  readonly proof: Proof
}

/**
 * Looks at what the run changed once its check has passed, and must not change files. Its answer becomes
 * `proof.remarks`; null and undefined mean no remarks. A throw, a missed `callback_timeout_ms` or any other answer is
 * a remark of status `unable`.
 */
export type ExamineProof = (
  payload: ProofPayload,
  context: {
    /** Aborted when the run is, or when `callback_timeout_ms` is over. */
    readonly signal: AbortSignal
  },
) => MaybePromise<readonly ProofRemark[] | null | undefined>

export interface JudgeOptions {
  /** Default: the run's own model. */
  readonly model?: ModelInput | undefined
  /** Added to the built-in instruction. Default: nothing. */
  readonly instructions?: string | undefined
  /** 0 = no cap. Default 5 for verify_completion_judge, 0 for done_judge. */
  readonly max_invocations?: number | undefined
}

/** A judge that is asked while the run goes on, by a cadence. */
export interface DoneJudgeOptions extends JudgeOptions {
  /** When it is asked. Default: on every turn in which the model proposes to be done. */
  readonly cadence?: JudgeCadence | undefined
}

export interface JudgeCadence {
  /** `always` (default): whenever the model proposes to be done. `stalled`: only on a turn with a stall warning. */
  readonly when?: "always" | "stalled" | undefined
  /** Only on turns whose number is a multiple of it. Default 1. */
  readonly every?: number | undefined
  /** Turns before it is first asked. Default 0. */
  readonly min_iterations_before_first?: number | undefined
  /** Times it may be asked; 0 = no cap. Default: `max_invocations` of the judge. */
  readonly max_invocations?: number | undefined
}

export interface IterationBudget {
  /** `fixed` (default): `max` turns. `adaptive`: `initial` turns, extended while the run makes progress. */
  readonly mode?: "fixed" | "adaptive" | undefined
  /** Turns at first. Default: a quarter of `max` when adaptive, else `max`. */
  readonly initial?: number | undefined
  /** Most turns of the run. Default: 16 when adaptive, else 50. */
  readonly max?: number | undefined
  /** Turns each extension adds, up to `max`. Default: 2 when adaptive, else 0. */
  readonly extend_by?: number | undefined
}

export interface TransportRetry {
  /** Tries of one model call, the first included. Default 3. */
  readonly max_attempts?: number | undefined
  /** First wait in milliseconds, doubled each time. Default 500. A longer Retry-After wins, up to max_delay_ms. */
  readonly base_delay_ms?: number | undefined
  /** Longest wait in milliseconds. Default 30 000. */
  readonly max_delay_ms?: number | undefined
}

/** When model calls that fail in a row end the run, instead of the first one. */
export interface ConsecutiveFailures {
  /** Failed calls in a row, after their retries, that end the run. */
  readonly max: number
  /** Kinds of failure that count; any other ends the run at once. Default: transient, rate_limit, provider_5xx. */
  readonly kinds?: readonly ModelErrorKind[] | undefined
  /** Wait before the run ends, in milliseconds. Default 0. */
  readonly paused_for_ms?: number | undefined
}

/** Whether repair diagnostics are on: a value, an environment variable, or the host's feature flag (asked once, 2 s). */
export type RepairAwareFlag =
  | boolean
  | {
      readonly env: string
    }
  | (() => MaybePromise<boolean>)

/** `stall_diagnostics` as the loop takes it: the knobs, the host's signals, and a flag that is resolved before the run. */
export interface LoopStallOptions extends StallOptions<RepairAwareFlag> {
  /** Host function: a number that grows with progress, asked once a completed turn. Default: none; null = none. */
  readonly progress_signal?: ((turn: TurnPayload) => MaybePromise<number | null>) | null | undefined
  /** Host function: whether a fix for the live failure was delivered. Default: none; null = none. */
  readonly remediation_delivered?:
    | ((turn: TurnPayload) => MaybePromise<boolean | number | null>)
    | null
    | undefined
  /** Host function: whether this turn was a flailing action. Default: none; null = none. */
  readonly action_signal?: ((turn: TurnPayload) => MaybePromise<boolean | null>) | null | undefined
}

/** What a preset may decide: everything except the model, the tools and the parsers, which a host brings. */
export interface LoopSettings {
  /** First message of every conversation. Default: none. */
  readonly system_prompt?: string | undefined
  /** The stall detector: a record of knobs enables it; true = every default, enabled. Default: disabled. */
  readonly stall_diagnostics?: LoopStallOptions | boolean | null | undefined
  /** Paths below it are written relative to it in evidence. Default: the folder the tools work in. */
  readonly workspace_root?: string | undefined
  /** Commands known to verify, for `undeclared_role: "infer"`. Default: that of `verify_completion`; the usual runners are known. */
  readonly checks?: readonly string[] | undefined
  /** Packages that the project declares. When one is missing, the environment is at fault, not the code. Default: none known. */
  readonly declared_dependencies?: readonly string[] | undefined
  /**
   * Ids of tests, as reports name them, that the run may remove or rename. A pass may lack them although they had
   * failed, and the proof then names them. Default none.
   */
  readonly accepted_removals?: readonly string[] | undefined

  /** Keep going until the model proposes to be done through a sentinel or judge, not on the first reply without calls. Default false. */
  readonly loop_until_done?: boolean | undefined
  /** Text that proposes to be done. Default "##DONE##"; with loop_until_done and tools none. null = none. */
  readonly done_sentinel?: string | null | undefined
  /** Text-only turns in a row that loop_until_done forgives. Default 8. */
  readonly max_nudges?: number | undefined
  /** Tools that must each have succeeded once before the run may be done; then a reply without calls ends it. Default none. */
  readonly require_successful_tools?: readonly string[] | undefined
  /** Names of tools: a successful call of any one proposes to be done. Default none. */
  readonly stop_after_successful_tools?: readonly string[] | undefined

  /** Most turns of the run; beside `iteration_budget` the smaller number counts. Default 50, 16 with an adaptive budget. */
  readonly max_iterations?: number | undefined
  /** How many turns a run has, and whether it gets more while it makes progress. Default "fixed". */
  readonly iteration_budget?: IterationBudget | "fixed" | "adaptive" | undefined
  /** Asked after every turn: it may extend the run, or stop it. Default: the budget decides. */
  readonly loop_control?: ((payload: LoopControlPayload) => MaybePromise<LoopControlAnswer>) | undefined
  /** Most input plus output tokens of the run. Default: no limit. */
  readonly token_budget?: number | undefined
  /** Most US dollars the run may cost, by the prices the model reports. Default: no limit. */
  readonly total_cost_usd?: number | undefined
  /** Most milliseconds the run may take, by the run's clock. Default: no limit. */
  readonly wall_clock_ms?: number | undefined
  /**
   * Longest time for one answer of a model or judge without a `timeout_ms`, in milliseconds; a later answer counts as
   * a `transient` failure. Default 600 000, null = none.
   */
  readonly model_timeout_ms?: number | null | undefined
  /** How a model call is retried after an error that allows it. Default: 3 tries, 500 ms before the second. */
  readonly transport_retry?: TransportRetry | undefined
  /** Lets a run go on after a failed model call, until this many failed in a row. Default: the first ends it. */
  readonly consecutive_failures?: ConsecutiveFailures | undefined

  /** What decides that the work is done: a command, or a function. A failure is told to the model. Default: nothing verifies. */
  readonly verify_completion?: VerifyCommand | VerifyFunction | VerifyJudgeFunction | undefined
  /**
   * Asked when a run ends with a proof, in a git repository with a known work tree. A remark of status `refused`
   * makes the run not verified. A resumed run compares with the commit it began at, so uncommitted work from before
   * counts as its change. Default: none.
   */
  readonly examine_proof?: ExamineProof | undefined
  /** Globs of the files that are the product, for the knob `counter_check`. Default: all that decide no check. */
  readonly product?: readonly string[] | undefined
  /** A model asked before a run ends done; it may veto, its approval proves nothing. Default: none. */
  readonly verify_completion_judge?: JudgeOptions | boolean | undefined
  /** A model asked whether the run is done, by a cadence. Default: none. */
  readonly done_judge?: DoneJudgeOptions | boolean | null | undefined
  /** Vetoes before the run ends as verify_exhausted. Default 20. */
  readonly max_verify_attempts?: number | undefined
  /** `unable` verdicts in a row before the run ends unverified. Default 3. */
  readonly max_verify_unable?: number | undefined

  /**
   * Longest time for one answer of a verifier function, in milliseconds; a later answer counts as `unable`. Default
   * 600 000, null = none. A command has its own `timeout_ms`.
   */
  readonly verify_timeout_ms?: number | null | undefined

  /**
   * Longest time for one answer of `post_turn_callback`, `loop_control`, `terminal_callback`, `examine_proof` or a
   * signal of `stall_diagnostics`, in milliseconds. A late answer is reported and ignored. Default 600 000, null = no
   * limit.
   */
  readonly callback_timeout_ms?: number | null | undefined

  /**
   * Whether processes that earlier calls left behind may run during the verification. Default false: those that carry
   * the run's mark (`ToolContext.env`) are ended before it, on Linux alone. `proof.left_running` names what still
   * runs at the end.
   */
  readonly keep_processes?: boolean | undefined

  /** Asked once a run, before it ends `stuck` or out of turns: it may grant more of them. Default: none. */
  readonly terminal_callback?: ((ending: TerminalPayload) => MaybePromise<TerminalAnswer>) | undefined
  /** Told of every completed turn: it may stop the run, or say something to the model. Default: none. */
  readonly post_turn_callback?: ((turn: TurnPayload) => MaybePromise<PostTurnAnswer>) | undefined
  /** One call without tools after an ending with work in hand, to sum up. Default true. */
  readonly final_wrapup?: boolean | undefined
  /** Read-only calls that may run at once. Default 8. */
  readonly max_concurrent_tools?: number | undefined
  /** Longest run of one tool call in milliseconds. Default 600 000; the call then fails with `timed_out`. */
  readonly tool_timeout_ms?: number | undefined

  /** Adds model text, arguments and outputs to events; digests and counts alone otherwise. Default false. */
  readonly event_content?: boolean | undefined
  /** File the trace is appended to, one JSON event a line, never with content. Default: none. */
  readonly trace?: string | undefined
  /** Events a slow reader may fall behind before the oldest are dropped. Default 1024. */
  readonly event_buffer?: number | undefined
  /** Applied to snippets, check ids, commands and names of tools before they are published, after the built-in one. Default: that alone. */
  readonly redact?: ((text: string) => string) | undefined
  /** The clock of the run. Default: the clock of the system. */
  readonly clock?: Clock | undefined
  /** Every effect goes through it, under a stable key; default calls the function. */
  readonly step?: (<T>(key: string, effect: () => Promise<T>) => Promise<T>) | undefined
}

/** Everything a host may set. */
export interface AgentLoopOptions extends LoopSettings {
  /** A function, `openAICompatible({ ... })`, or any AI SDK language model (spec v2, v3 or v4) as it is. */
  readonly model: ModelInput
  /**
   * Tools of this library, of the AI SDK by name, or of an MCP server with its client; a list may mix them. Two tools
   * of one name are refused. Default none.
   */
  readonly tools?: ToolsInput | undefined
  /** What calls of a tool do, by its name: for tools that cannot declare it themselves. Wins over what they declare. Default none. */
  readonly tool_annotations?: Readonly<Record<string, DeclaredAnnotations>> | undefined
  /** Read the output of tools and checks, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
}

export type ReadLoopOptions = Omit<AgentLoopOptions, "tools"> & { readonly tools: readonly Tool[] }

/** Where a run keeps its record, so that it can be resumed: a file's path, a file with its durability, or a store. */
export type Journal = string | JournalFile | JournalStore

export interface RunOptions {
  /** Default: a random UUID. */
  readonly run_id?: string | undefined
  /** Aborts the run, like `run.abort()`. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Keeps the run's record there; it must hold none yet. Default: no record is kept. */
  readonly journal?: Journal | undefined
  /** Plain JSON kept in the journal's first record for the resume of the run. Default: none. */
  readonly note?: Json | undefined
}

export interface ResumeOptions {
  /** A `journal.head_sha256` of an earlier result: a journal that no longer holds that record is refused. */
  readonly expected_head?: string | undefined
  /** Aborts the run, like `run.abort()`. */
  readonly signal?: AbortSignal | undefined
}
