// Made by `npm run docs` from the options of the loop; do not edit.
import type { Layered } from "./layered.ts"
import type { PresetOptions } from "./preset_options.ts"

/** A layer of options: any part of them, at any depth. undefined says nothing, null resets to the loop's default. */
export interface PresetLayer {
  /** First message of every conversation. Default: none. */
  readonly system_prompt?: string | null | undefined
  /** The stall detector: a record of knobs enables it; true = every default, enabled. Default: disabled. */
  readonly stall_diagnostics?: StallLayer | Layered<Exclude<PresetOptions["stall_diagnostics"], StallRecord>>
  /** Paths below it are written relative to it in evidence. Default: the folder the tools work in. */
  readonly workspace_root?: string | null | undefined
  /** Commands known to verify, for `undeclared_role: "infer"`. Default: that of `verify_completion`; the usual runners are known. */
  readonly checks?: Layered<PresetOptions["checks"]>
  /** Names of the packages the project declares. When one of them is missing, the environment is at fault and no edit can fix it. Default: none known. */
  readonly declared_dependencies?: Layered<PresetOptions["declared_dependencies"]>
  /** Ids of tests, as reports name them, that the run may remove or rename. A pass may lack them although they had failed, and the proof then names them. Default none. */
  readonly accepted_removals?: Layered<PresetOptions["accepted_removals"]>
  /** Keep going until the model proposes to be done through a sentinel or judge, not on the first reply without calls. Default false. */
  readonly loop_until_done?: boolean | null | undefined
  /** Text that proposes to be done. Default "##DONE##"; with loop_until_done and tools none. null = none. */
  readonly done_sentinel?: string | null | undefined
  /** Text-only turns in a row that loop_until_done forgives. Default 8. */
  readonly max_nudges?: number | null | undefined
  /** Names of tools that must each have succeeded once before the run may be done. When they all have, a reply without calls ends it. Default none. */
  readonly require_successful_tools?: Layered<PresetOptions["require_successful_tools"]>
  /** Names of tools: a successful call of any one proposes to be done. Default none. */
  readonly stop_after_successful_tools?: Layered<PresetOptions["stop_after_successful_tools"]>
  /** Most turns of the run; beside `iteration_budget` the smaller number counts. Default 50, 16 with an adaptive budget. */
  readonly max_iterations?: number | null | undefined
  /** How many turns a run has, and whether it gets more while it makes progress. Default "fixed". */
  readonly iteration_budget?: IterationBudgetLayer | Layered<Exclude<PresetOptions["iteration_budget"], IterationBudgetRecord>>
  /** Asked after every turn: it may extend the run, or stop it. Default: the budget decides. */
  readonly loop_control?: Layered<PresetOptions["loop_control"]>
  /** Most input plus output tokens of the run. Default: no limit. */
  readonly token_budget?: number | null | undefined
  /** Most US dollars the run may cost, by the prices the model reports. Default: no limit. */
  readonly total_cost_usd?: number | null | undefined
  /** Most milliseconds the run may take, by the run's clock. Default: no limit. */
  readonly wall_clock_ms?: number | null | undefined
  /** Longest time for one answer of a model or judge without a `timeout_ms`, in milliseconds; a later answer counts as a `transient` failure. Default 600 000, null = none. */
  readonly model_timeout_ms?: number | null | undefined
  /** How a model call is retried after an error that allows it. Default: 3 tries, 500 ms before the second. */
  readonly transport_retry?: TransportRetryLayer | Layered<Exclude<PresetOptions["transport_retry"], TransportRetryRecord>>
  /** Lets a run go on after a failed model call, until this many failed in a row. Default: the first ends it. */
  readonly consecutive_failures?: ConsecutiveFailuresLayer | Layered<Exclude<PresetOptions["consecutive_failures"], ConsecutiveFailuresRecord>>
  /** What decides that the work is done: a command, or a function. A failure is told to the model. Default: nothing verifies. */
  readonly verify_completion?: VerifyCommandLayer | Layered<Exclude<PresetOptions["verify_completion"], VerifyCommandRecord>>
  /** Asked when a run ends with a proof, in a git repository with a known work tree. A remark of status `refused` makes the run not verified. A resumed run compares with the commit it began at, so uncommitted work from before counts as its change. Default: none. */
  readonly examine_proof?: Layered<PresetOptions["examine_proof"]>
  /** A model asked before a run ends done; it may veto, its approval proves nothing. Default: none. */
  readonly verify_completion_judge?: JudgeLayer | Layered<Exclude<PresetOptions["verify_completion_judge"], JudgeRecord>>
  /** A model asked whether the run is done, by a cadence. Default: none. */
  readonly done_judge?: DoneJudgeLayer | Layered<Exclude<PresetOptions["done_judge"], DoneJudgeRecord>>
  /** Vetoes before the run ends as verify_exhausted. Default 20. */
  readonly max_verify_attempts?: number | null | undefined
  /** `unable` verdicts in a row before the run ends unverified. Default 3. */
  readonly max_verify_unable?: number | null | undefined
  /** Longest time for one answer of a verifier function, in milliseconds; a later answer counts as `unable`. Default 600 000, null = none. A command has its own `timeout_ms`. */
  readonly verify_timeout_ms?: number | null | undefined
  /** Longest time for one answer of `post_turn_callback`, `loop_control`, `terminal_callback`, `examine_proof` or a signal of `stall_diagnostics`, in milliseconds. A late answer is reported and ignored. Default 600 000, null = no limit. */
  readonly callback_timeout_ms?: number | null | undefined
  /** Whether processes that earlier calls left behind may run during the verification. Default false: those that carry the run's mark (`ToolContext.env`) are ended before it, on Linux alone. `proof.left_running` names what still runs at the end. */
  readonly keep_processes?: boolean | null | undefined
  /** Asked once a run, before it ends `stuck` or out of turns: it may grant more of them. Default: none. */
  readonly terminal_callback?: Layered<PresetOptions["terminal_callback"]>
  /** Told of every completed turn: it may stop the run, or say something to the model. Default: none. */
  readonly post_turn_callback?: Layered<PresetOptions["post_turn_callback"]>
  /** One call without tools after an ending with work in hand, to sum up. Default true. */
  readonly final_wrapup?: boolean | null | undefined
  /** Read-only calls that may run at once. Default 8. */
  readonly max_concurrent_tools?: number | null | undefined
  /** Longest run of one tool call in milliseconds. Default 600 000; the call then fails with `timed_out`. */
  readonly tool_timeout_ms?: number | null | undefined
  /** Adds model text, arguments and outputs to events; digests and counts alone otherwise. Default false. */
  readonly event_content?: boolean | null | undefined
  /** File the trace is appended to, one JSON event a line, never with content. Default: none. */
  readonly trace?: string | null | undefined
  /** Events a slow reader may fall behind before the oldest are dropped. Default 1024. */
  readonly event_buffer?: number | null | undefined
  /** Applied to snippets, check ids, commands and names of tools before they are published, after the built-in one. Default: that alone. */
  readonly redact?: Layered<PresetOptions["redact"]>
  /** The clock of the run. Default: the clock of the system. */
  readonly clock?: Layered<PresetOptions["clock"]>
  /** Every effect goes through it, under a stable key; default calls the function. */
  readonly step?: Layered<PresetOptions["step"]>
}

type StallRecord = Exclude<Extract<PresetOptions["stall_diagnostics"], object>, (...input: never[]) => unknown>

/** `stall_diagnostics` in a layer: any of its fields. */
export interface StallLayer {
  /** Host function: a number that grows with progress, asked once a completed turn. Default: none; null = none. */
  readonly progress_signal?: Layered<StallRecord["progress_signal"]>
  /** Host function: whether a fix for the live failure was delivered. Default: none; null = none. */
  readonly remediation_delivered?: Layered<StallRecord["remediation_delivered"]>
  /** Host function: whether this turn was a flailing action. Default: none; null = none. */
  readonly action_signal?: Layered<StallRecord["action_signal"]>
  /** Another name of `exempt_tools`, which wins where both are given. Default: none. */
  readonly allow_repeated_tools?: Layered<StallRecord["allow_repeated_tools"]>
  /** Harn's nested record with the knobs from `repair_aware` downwards in the table. A flat value wins. Default: none. */
  readonly repair_diagnostics?: Layered<StallRecord["repair_diagnostics"]>
  /** Whether the detector runs at all. False when `stall_diagnostics` is absent. Default: `true`. */
  readonly enabled?: boolean | null | undefined
  /** Whether a trip may speak to the model. Default: `true`. */
  readonly inject_feedback?: boolean | null | undefined
  /** Nudges a run, or a pattern and run with feedback_budget pattern. An integer of at least 0. Default: `1`. */
  readonly max_feedback?: number | null | undefined
  /** Tools whose calls the core patterns skip. Default: `[]`. */
  readonly exempt_tools?: Layered<StallRecord["exempt_tools"]>
  /** Adds the call's arguments to warnings. Default: `false`. */
  readonly include_arguments?: boolean | null | undefined
  /** Trips in a row, without a clean step between, that end the run. An integer of at least 1. Default: `3`. */
  readonly hard_stop_after_trips?: number | null | undefined
  /** Context-window errors in a row. An integer of at least 1. Default: `2`. */
  readonly repeat_context_window_error?: number | null | undefined
  /** Identical calls with the same failure. An integer of at least 2. Default: `3`. */
  readonly repeat_same_error?: number | null | undefined
  /** Identical calls with an identical ok result. An integer of at least 2. Default: `4`. */
  readonly repeat_same_observation?: number | null | undefined
  /** Cycles of two alternating actions. An integer of at least 2. Default: `6`. */
  readonly ping_pong_cycles?: number | null | undefined
  /** Identical calls without a result before repeated_same_signature trips; given, it is also the default of repeat_same_observation. An integer of at least 2. Default: `3`. */
  readonly threshold?: number | null | undefined
  /** Turns in a row without a substantive call. An integer of at least 2. Default: `3`. */
  readonly no_progress_messages?: number | null | undefined
  /** Keeps the current-failure model and everything that reads it. Default: `false`; the preset `evidence` sets `true`. */
  readonly repair_aware?: Layered<StallRecord["repair_aware"]>
  /** Forces the configured verification after an edit on a live failure. Default: `true`. Without effect while `repair_aware` is off. */
  readonly post_edit_reverify?: boolean | null | undefined
  /** When results enter the failure model: with the next reply, or right after dispatch. Default: `"previous_turn"`; the preset `evidence` sets `"same_turn"`. Without effect while `repair_aware` is off. */
  readonly fold?: "previous_turn" | "same_turn" | null | undefined
  /** What an undeclared result counts as: always verification, or inferred from kind, command and content. Default: `"verification"`; the preset `evidence` sets `"infer"`. Without effect while `repair_aware` is off. */
  readonly undeclared_role?: "verification" | "infer" | null | undefined
  /** Whether a failed edit replaces the live failure. Default: `"evidence"`; the preset `evidence` sets `"edit_rejected"`. Without effect while `repair_aware` is off. */
  readonly failed_edit?: "evidence" | "edit_rejected" | null | undefined
  /** Folds verification verdicts into the failure model. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly fold_verdicts?: boolean | null | undefined
  /** Folds one result of every check of a turn, instead of only the first failing one. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly all_results?: boolean | null | undefined
  /** Whether a pass that ran no, or fewer, tests clears a failure. Default: `"clear"`; the preset `evidence` sets `"keep"`. Without effect while `repair_aware` is off. */
  readonly weak_pass?: "clear" | "keep" | null | undefined
  /** Stuck trips of one episode that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly stuck_hard_stop_after?: number | null | undefined
  /** What `max_feedback` counts: nudges of the run, or of each pattern. Default: `"run"`; the preset `evidence` sets `"pattern"`. */
  readonly feedback_budget?: "run" | "pattern" | null | undefined
  /** Whether any failing text, or only a model's own error, can be a context-window error. Default: `"any_text"`; the preset `evidence` sets `"model_errors"`. */
  readonly context_window_from?: "any_text" | "model_errors" | null | undefined
  /** A run may end done only when verified. Default: `false`; the preset `evidence` sets `true`. */
  readonly require_verified?: boolean | null | undefined
  /** A proof counts only while `check_changed` is empty: no test, configuration or script behind the check was changed. Default: `false`. */
  readonly require_unchanged_checks?: boolean | null | undefined
  /** Denies a budget extension while the failure does not move. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_guard?: boolean | null | undefined
  /** Streak at which the guard denies. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_after?: number | null | undefined
  /** Failing verification turns without a pass that end the run, with the guard on. An integer of at least 2. Default: `16`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_hard_cap_after?: number | null | undefined
  /** Which progress_signal predicates may deny an extension. Default: `{"hard_recurrence":true,"long_stall":true,"write_axis":true}`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_predicates?: Layered<StallRecord["no_net_progress_predicates"]>
  /** Verifies an unverified write before giving up. Default: `false`; the preset `evidence` sets `true`. */
  readonly reserved_terminal_verify?: boolean | null | undefined
  /** Extra iterations granted after a vetoed reserved verify. An integer of at least 1. Default: `2`. */
  readonly reserved_terminal_verify_iterations?: number | null | undefined
  /** Verifies before giving up although nothing was written. Default: `false`. */
  readonly zero_write_terminal_verify?: boolean | null | undefined
  /** What a certain trip does: `stop` nudges and climbs towards the hard stop, `nudge` only nudges, `nothing` is silent. Default: `"stop"`. */
  readonly certain_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** What a likely trip does, in the words of `certain_trips`. Default: `"stop"`. */
  readonly likely_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** What a hint does, in the words of `certain_trips`. Default: `"stop"`; the preset `evidence` sets `"nudge"`. */
  readonly hint_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** Skips the first hard stop of a run for a repeated observation or a monologue. The turn's calls do not run, and the model is told what to do instead. Default: `false`. */
  readonly thrash_rescue?: boolean | null | undefined
  /** Streak that long_stall needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly verify_state_streak?: number | null | undefined
  /** Turns without an advance of progress_signal that long_stall needs. An integer of at least 1. Default: `12`. Without effect while `repair_aware` is off. */
  readonly verify_state_stall_turns?: number | null | undefined
  /** Recurrences of one signature that hard_recurrence needs. An integer of at least 1. Default: `4`. Without effect while `repair_aware` is off. */
  readonly verify_state_recurrence_hard?: number | null | undefined
  /** Turns without an advance after a write that write_axis needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_verifier_progress_limit?: number | null | undefined
  /** Identical ok calls whose output varies, without an edit between. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeat_success?: number | null | undefined
  /** Ping-pong needs unchanged results. Default: `false`; the preset `evidence` sets `true`. */
  readonly ping_pong_observations?: boolean | null | undefined
  /** Nearly identical replies in a row without a substantive call. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly near_duplicate_monologue_after?: number | null | undefined
  /** Replies in a row whose tool calls could not be parsed. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly repeat_parse_rejection?: number | null | undefined
  /** Output tokens since the last edit, pass or new result that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `400000`. */
  readonly token_runaway_after?: number | null | undefined
  /** Edits in a row rejected for the same reason. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly edit_rejected_after?: number | null | undefined
  /** Times a file came back to earlier content while the check failed in the same way. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly edit_oscillation_after?: number | null | undefined
  /** Rounds of a cycle of three to six actions with unchanged results. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly action_cycle_after?: number | null | undefined
  /** Times one call gave the same result, or one edit was made, with no other write between. Counts within twice as many actions plus two, at most 64. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeated_action_after?: number | null | undefined
  /** Failures of one tool in a row with the same message, whatever its arguments. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly repeated_tool_error_after?: number | null | undefined
  /** Turns in a row in which nothing ran: calls were refused or not understood; replies without a call count as well. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly nothing_started_after?: number | null | undefined
  /** Nearly identical calls in a row with the same result. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly near_duplicate_action_after?: number | null | undefined
  /** Turns that only look before a nudge to act, since a turn last wrote, checked or did something. Trips again after as many more. An integer of at least 2, or null for off. Default: `null`. */
  readonly monologue_actuation?: number | null | undefined
  /** Successful runs in a row that show nothing new: variants of a silent command, or one script after each of several edits. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly unchanged_success_after?: number | null | undefined
  /** Delays the hard cap by one failing turn when the failure that reaches it is new since the last pass. Default: `false`. Without effect while `repair_aware` is off. */
  readonly fresh_failure_grace?: boolean | null | undefined
  /** Folded turns without a clean pass that end the run. An integer of at least 1, or null for off. Default: `null`. Without effect while `repair_aware` is off. */
  readonly turns_since_clean_verify?: number | null | undefined
  /** Failures of a run for one cause outside the code: a tool, a host, a package. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly environment_failure_after?: number | null | undefined
  /** Same-signature failures in a row before the strategy-shift nudge. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly stuck_same_diagnostic_after?: number | null | undefined
  /** Whether to trip only when the streak equals the threshold, or on the first free turn at or past it. Default: `"equal"`; the preset `evidence` sets `"reached"`. Without effect while `repair_aware` is off. */
  readonly stuck_trip_when?: "equal" | "reached" | null | undefined
  /** Further same failures before a stuck diagnostic trips again. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly stuck_retrip_every?: number | null | undefined
  /** Time-outs of one check in a row, whatever it printed until then. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly timeout_failure_after?: number | null | undefined
  /** Rounds of two failures that take turns, of one check or with a rejected edit. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly alternating_failures_after?: number | null | undefined
  /** Times one signature was seen since the last real progress. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly recurring_diagnostic_after?: number | null | undefined
}

type IterationBudgetRecord = Exclude<Extract<PresetOptions["iteration_budget"], object>, (...input: never[]) => unknown>

/** `iteration_budget` in a layer: any of its fields. */
export interface IterationBudgetLayer {
  /** `fixed` (default): `max` turns. `adaptive`: `initial` turns, extended while the run makes progress. */
  readonly mode?: "fixed" | "adaptive" | null | undefined
  /** Turns at first. Default: a quarter of `max` when adaptive, else `max`. */
  readonly initial?: number | null | undefined
  /** Most turns of the run. Default: 16 when adaptive, else 50. */
  readonly max?: number | null | undefined
  /** Turns each extension adds, up to `max`. Default: 2 when adaptive, else 0. */
  readonly extend_by?: number | null | undefined
}

type TransportRetryRecord = Exclude<Extract<PresetOptions["transport_retry"], object>, (...input: never[]) => unknown>

/** `transport_retry` in a layer: any of its fields. */
export interface TransportRetryLayer {
  /** Tries of one model call, the first included. Default 3. */
  readonly max_attempts?: number | null | undefined
  /** First wait in milliseconds, doubled each time. Default 500. A longer Retry-After wins, up to max_delay_ms. */
  readonly base_delay_ms?: number | null | undefined
  /** Longest wait in milliseconds. Default 30 000. */
  readonly max_delay_ms?: number | null | undefined
}

type ConsecutiveFailuresRecord = Exclude<Extract<PresetOptions["consecutive_failures"], object>, (...input: never[]) => unknown>

/** `consecutive_failures` in a layer: any of its fields. */
export interface ConsecutiveFailuresLayer {
  /** Failed calls in a row, after their retries, that end the run. */
  readonly max?: number | null | undefined
  /** Kinds of failure that count; any other ends the run at once. Default: transient, rate_limit, provider_5xx. */
  readonly kinds?: Layered<ConsecutiveFailuresRecord["kinds"]>
  /** Wait before the run ends, in milliseconds. Default 0. */
  readonly paused_for_ms?: number | null | undefined
}

type VerifyCommandRecord = Exclude<Extract<PresetOptions["verify_completion"], object>, (...input: never[]) => unknown>

/** `verify_completion` in a layer: any of its fields. */
export interface VerifyCommandLayer {
  /** Run by the shell; or a program and its arguments, run without one. */
  readonly command?: Layered<VerifyCommandRecord["command"]>
  /** Milliseconds. Default 120 000. A time-out is a fail of kind `timeout`. */
  readonly timeout_ms?: number | null | undefined
  /** Default: the process's working directory. */
  readonly cwd?: string | null | undefined
  /** Variables over those of this process. Default: none. */
  readonly env?: Layered<VerifyCommandRecord["env"]>
  /** Bytes of output kept, head and tail. Default 1 MiB. */
  readonly max_output_bytes?: number | null | undefined
  /** Names the check; default the command line. */
  readonly check_id?: string | null | undefined
}

type JudgeRecord = Exclude<Extract<PresetOptions["verify_completion_judge"], object>, (...input: never[]) => unknown>

/** `verify_completion_judge` in a layer: any of its fields. */
export interface JudgeLayer {
  /** Default: the run's own model. */
  readonly model?: Layered<JudgeRecord["model"]>
  /** Added to the built-in instruction. Default: nothing. */
  readonly instructions?: string | null | undefined
  /** 0 = no cap. Default 5 for verify_completion_judge, 0 for done_judge. */
  readonly max_invocations?: number | null | undefined
}

type DoneJudgeRecord = Exclude<Extract<PresetOptions["done_judge"], object>, (...input: never[]) => unknown>

/** `done_judge` in a layer: any of its fields. */
export interface DoneJudgeLayer {
  /** When it is asked. Default: on every turn in which the model proposes to be done. */
  readonly cadence?: JudgeCadenceLayer | null | undefined
  /** Default: the run's own model. */
  readonly model?: Layered<DoneJudgeRecord["model"]>
  /** Added to the built-in instruction. Default: nothing. */
  readonly instructions?: string | null | undefined
  /** 0 = no cap. Default 5 for verify_completion_judge, 0 for done_judge. */
  readonly max_invocations?: number | null | undefined
}

/** When a judge is asked. */
export interface JudgeCadenceLayer {
  /** `always` (default): whenever the model proposes to be done. `stalled`: only on a turn with a stall warning. */
  readonly when?: "always" | "stalled" | null | undefined
  /** Only on turns whose number is a multiple of it. Default 1. */
  readonly every?: number | null | undefined
  /** Turns before it is first asked. Default 0. */
  readonly min_iterations_before_first?: number | null | undefined
  /** Times it may be asked; 0 = no cap. Default: `max_invocations` of the judge. */
  readonly max_invocations?: number | null | undefined
}
