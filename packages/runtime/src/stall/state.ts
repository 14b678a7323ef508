import type { Delta } from "../evidence/delta.ts"
import type { DiagnosticKind } from "../protocol/diagnostic.ts"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"

/** Bounds of the state. It stays this small however long a run is. */
export const BOUNDS = { warnings: 16, slots: 16, signatures: 64, calls: 64, history: 48, text: 512 } as const

export type OutcomeKind = "ok" | "error" | "context_window" | "advisory"

/** What is kept of one call's result for the next turn's core step. */
export interface ObservedResult {
  readonly tool_name: string
  readonly action: string
  readonly kind: OutcomeKind
  readonly key: string
  /** The call had not ended: a poll, not a success. */
  readonly running: boolean
  /** The failure model sees it: with `repair_aware` a repeat of it is not the core's business. */
  readonly evidence: boolean
}

/** What is kept of a proposed call until its result comes. */
export interface ProposedCall {
  readonly call_id: string
  readonly tool_name: string
  readonly action: string
  /** The arguments that are prose, cut to 512 characters, and a digest of all others. */
  readonly arguments_prose: string
  readonly arguments_rest: string
  readonly command: string
  readonly kind: string
  readonly mutates: boolean | null
  readonly evidence_role: "observation" | "verification" | ""
  readonly check_id: string
  readonly soft: boolean
  readonly read_only: boolean
  /** The tool says something of its effects or its evidence. */
  readonly declared: boolean
}

/** One result (or verdict) as evidence about one check, reduced to what the fold reads. */
export interface Evidence {
  readonly check_id: string
  readonly class: "pass" | "fail"
  readonly signature: string
  readonly kind: DiagnosticKind
  readonly snippet: string
  readonly count: number
  /** Diagnostics came from a parser or the tool itself, so `count` counts failures, not lines. */
  readonly structured: boolean
  readonly identities: readonly string[]
  /** Null unless every diagnostic has a strong identity. */
  readonly strong_identities: readonly string[] | null
  readonly tests_run: number | null
  /** Digests of the failing tests' ids. */
  readonly failing_tests: readonly string[]
  /** Of the tests known to fail before, those that ran, where the output lists all that did; else null. */
  readonly reran: readonly string[] | null
  /** A pass whose own report, or exit code, speaks of failures: a weak one. */
  readonly contradicted: boolean
  readonly origin: "result" | "verdict"
}

/** The evidence of one completed turn, in the order it is folded: the write, the results, the verdicts. */
export interface TurnEvidence {
  readonly made_edit: boolean
  readonly evidence: readonly Evidence[]
  /** What the turn's first rejected edit said, "" without one or where an edit of the turn was applied. */
  readonly rejected_edit: string
  /** Verdicts given after the turn's dispatch; "accept" stands for an accept that clears every slot. */
  readonly verdicts: readonly (Evidence | "accept")[]
  /** More evidence about a turn that was folded already: it is not counted again. */
  readonly same_turn?: true
}

/** The current failure of one check. */
export interface Slot {
  readonly check_id: string
  readonly class: "pass" | "fail"
  readonly signature: string
  readonly snippet: string
  readonly kind: DiagnosticKind
  readonly streak: number
  readonly edit_since_failure: boolean
  readonly reverify_owed: boolean
  readonly count: number
  readonly identities: readonly string[]
  readonly strong_identities: readonly string[] | null
  readonly tests_run: number | null
  readonly failing_tests: readonly string[]
  /** Smallest failing set since the last pass; null before any counted one. */
  readonly minimum: number | null
  /** Narrower checks whose failures were found in this slot's live set. */
  readonly narrower: readonly string[]
  readonly environment_streak: number
  readonly timeout_streak: number
  readonly last_turn: number
  /** Stuck trips of this episode, and the streak of the last one. */
  readonly trips: number
  readonly last_trip_streak: number
  /** Write epoch at which a forced verdict advanced the streak; -1 for none. */
  readonly verdict_epoch: number
  readonly verdict_confirmed: boolean
}

/** How often one signature of one check was seen since the check's last real progress. */
export interface Recurrence {
  readonly check_id: string
  readonly signature: string
  readonly count: number
  readonly trips: number
}

/** How long two failures have been taking turns. */
export interface Alternation {
  /** The check whose failures these are; "" for rejected edits alone. */
  readonly check_id: string
  /** Rejected edits take part; else only the check's own failures. */
  readonly with_edits: boolean
  readonly before: string
  readonly last: string
  /** Failures in a row that were `before` and `last` by turns. */
  readonly length: number
  readonly trips: number
}

type Frozen<T> = {
  readonly [K in keyof T]: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? Frozen<T[K]> : T[K]
}

const INITIAL_MEMORY = {
  /** Digests of the last (action, result) pairs, oldest first. */
  history: [] as readonly string[],
  /** Digests of the last (action, result) pairs that could be repeats, since the last write. */
  actions: [] as readonly string[],
  /** The edit applied last, how often in the same way, and what each check said since. */
  same_edit: {
    action: "",
    count: 0,
    checks: [] as readonly { readonly action: string; readonly key: string }[],
  },
  near_action: { tool_name: "", text: "", rest: "", key: "", count: 0 },
  near_monologue: { text: "", count: 0 },
  tool_error: { tool_name: "", key: "", count: 0 },
  edit_rejected: { key: "", count: 0 },
  files: [] as readonly {
    readonly path: string
    readonly hashes: readonly string[]
    readonly returns: number
  }[],
  output_tokens: 0,
}

/** What the patterns that are off by default remember. */
export type PatternMemory = Frozen<typeof INITIAL_MEMORY>

const START = {
  version: 1 as const,
  turn: 0,
  last_signature: "",
  streak: 0,
  warnings: [] as readonly StallWarning[],
  warning_count: 0,
  repeated_tool_calls: 0,
  feedback_count: 0,
  feedback_by_pattern: {} as Readonly<Partial<Record<StallPattern, number>>>,
  last_observation_signature: "",
  last_outcome_kind: "" as OutcomeKind | "",
  same_observation_streak: 0,
  same_error_streak: 0,
  same_success_streak: 0,
  context_window_error_streak: 0,
  parse_rejection_streak: 0,
  no_progress_streak: 0,
  ping_pong_a: "",
  ping_pong_b: "",
  ping_pong_alternations: 0,
  ping_pong_observation_a: "",
  ping_pong_observation_b: "",
  consecutive_trips: 0,
  hard_stop: false,
  last_diagnostic_class: "" as "" | Slot["class"],
  last_diagnostic_signature: "",
  last_diagnostic_snippet: "",
  write_epoch: 0,
  same_diagnostic_streak: 0,
  edit_since_failure: false,
  reverify_owed: false,
  last_diagnostic_delta_status: "" as "" | Delta | "cleared",
  failing_verify_turns: 0,
  turns_since_clean_verify: 0,
  verified_write_epoch: 0,
  action_flail_trips: 0,
  verify_state_seen: false,
  verify_state_high: 0,
  verify_turns_since_advance: 0,
  verify_wrote_since_advance: false,
  remediation_delivered_signature: "",
  remediation_delivered_count: 0,
  slots: [] as readonly Slot[],
  recurrences: [] as readonly Recurrence[],
  alternations: [] as readonly Alternation[],
  memory: INITIAL_MEMORY as PatternMemory,
  /** Calls proposed this turn, waiting for their results. */
  proposal: [] as readonly ProposedCall[],
  /** A pattern tripped when this turn was proposed. */
  turn_warned: false,
  /** Results of the turn before, for the core step; null once consumed. */
  dispatched: null as {
    readonly observations: readonly ObservedResult[]
    readonly made_edit: boolean
  } | null,
  /** Evidence not folded yet (`fold: previous_turn`); null once consumed. */
  pending: null as TurnEvidence | null,
}

/** The whole memory of a detector: plain bounded JSON, constant in the number of turns. */
export type DetectorState = Readonly<typeof START>

/** The state every run starts from. */
export const INITIAL_STATE: DetectorState = START

export type Draft = { -readonly [K in keyof DetectorState]: DetectorState[K] }
