import type { Delta } from "../evidence/delta.ts"
import type { DiagnosticKind } from "../protocol/diagnostic.ts"
import type { Proof, VerdictSource } from "../protocol/verdict.ts"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"
import {
  counts,
  either,
  flag,
  list,
  number,
  oneOf,
  orNull,
  record,
  type Shape,
  type ShapeOf,
  text,
  things,
} from "./shape.ts"

/** Keep the state small in a run of any length. In a command, a check may stand behind a file that the line writes. */
export const BOUNDS = {
  warnings: 16,
  slots: 64,
  /** Results of one turn that are folded, one a check. */
  folded: 16,
  signatures: 64,
  tests: 256,
  calls: 64,
  /** Files that are kept of one call, and named in one sentence. */
  files: 4,
  history: 48,
  text: 512,
  command: 32 * 1024,
} as const

const outcomeKind = oneOf("ok", "error", "context_window", "advisory")
export type OutcomeKind = ShapeOf<typeof outcomeKind>

const observedResult = record({
  tool_name: text,
  action: text,
  kind: outcomeKind,
  key: text,
  /** The call had not ended: a poll, not a success. */
  running: flag,
  /** The failure model sees it, so with `repair_aware` the core leaves its repeats alone. */
  evidence: flag,
})
/** What is kept of one call's result for the next turn's core step. */
export interface ObservedResult extends ShapeOf<typeof observedResult> {}

const proposedCall = record({
  call_id: text,
  tool_name: text,
  action: text,
  /** Files that its arguments name, at most four. */
  files: list(text),
  /** The arguments that are prose, cut to 512 characters, and a digest of all others. */
  arguments_prose: text,
  arguments_rest: text,
  command: text,
  /** An argument may name a job, process or session. */
  names_process: flag,
  kind: text,
  mutates: orNull(flag),
  evidence_role: oneOf("observation", "verification", ""),
  check_id: text,
  soft: flag,
  read_only: flag,
  /** What its declared `side_effect_level` may change; "" without one. */
  side_effects: oneOf("", "none", "workspace", "anything", "elsewhere"),
  /** The tool declares something about its effects or its evidence. */
  declared: flag,
})
/** What is kept of a proposed call until its result comes. */
export interface ProposedCall extends ShapeOf<typeof proposedCall> {}

// Parsers name the kinds, so any text may stand for one.
const diagnosticKind = text as Shape<DiagnosticKind>
const tests = {
  /** Null while no run counted any. */
  tests_run: orNull(number),
  /** Digests of the failing tests' ids, the first ones of many. */
  failing_tests: list(text),
  /** Files that hold those tests, the first ones of many. */
  test_files: list(text),
}

const changes = record({ applied: number, rejected: number, other: number, taken_back: number })
/** Calls so far: edits that were applied, and that were not; others that may have changed something, or undone edits. */
export interface Changes extends ShapeOf<typeof changes> {}

/** One result (or verdict) as evidence about one check, as it was observed; nothing later reads the result again. */
export interface Evidence {
  /** The check that it is about. */
  readonly check_id: string
  /** What it says. */
  readonly class: "pass" | "fail"
  /** "err:" and a SHA-256 that identifies the failure; "" for a pass. */
  readonly signature: string
  /** The kind of failure; without meaning for a pass. */
  readonly kind: DiagnosticKind
  /** What failed, as it was read, cut to 240 characters; "" for a pass. */
  readonly snippet: string
  /** How many failures the output has; 0 for a pass. */
  readonly count: number
  /** Diagnostics came from a parser or the tool itself, so `count` counts failures, not lines. */
  readonly structured: boolean
  /** Digests of the single failures, sorted, at most 64; two readings are compared by them. */
  readonly identities: readonly string[]
  /** Digests by test id or code and path, at most 64; null unless every diagnostic has a strong identity. */
  readonly strong_identities: readonly string[] | null
  /** How many tests ran; null when the output does not say. */
  readonly tests_run: number | null
  /** Digests of the failing tests' ids, the first ones of many. */
  readonly failing_tests: readonly string[]
  /** Files that hold those tests, the first ones of many. */
  readonly test_files: readonly string[]
  /** For a pass: why it proves too little; "" when it proves enough. */
  readonly weakness: string
  /** For a pass: ids of missing tests whose removal the host accepts. */
  readonly removed_tests: readonly string[]
  /** Whether a tool result or a verdict gave it. */
  readonly origin: "result" | "verdict"
  /** Nothing says that the call checks anything: it counts once it has failed before and after an edit. */
  readonly guessed: boolean
  /** What had been changed when it was observed. */
  readonly seen_at: Changes
}

const evidence: Shape<Evidence> = record({
  check_id: text,
  class: oneOf("pass", "fail"),
  signature: text,
  kind: diagnosticKind,
  snippet: text,
  count: number,
  structured: flag,
  identities: list(text),
  strong_identities: orNull(list(text)),
  ...tests,
  weakness: text,
  removed_tests: list(text),
  origin: oneOf("result", "verdict"),
  guessed: flag,
  seen_at: changes,
})

const lack = record({ cause: text, snippet: text, check_id: text })
/** What one result lacked outside the code. */
export interface LackSeen extends ShapeOf<typeof lack> {}

const reason = record({ key: text, says: text })
/** Why a check or an edit failed: a key that the same failure shares, and what is quoted of it. */
export interface Reason extends ShapeOf<typeof reason> {}

const turnEvidence = record({
  made_edit: flag,
  /** A tool whose effect nothing tells has succeeded: it may have edited. */
  may_have_edited: flag,
  evidence: list(evidence),
  /** The turn's first rejected edit; null without one or when the turn also applied an edit. */
  rejected_edit: orNull(reason),
  /** From all results, of a check or not. */
  lacks: list(lack),
  /** Verdicts given after the turn's dispatch; "accept" stands for an accept that clears every slot. */
  verdicts: list(either(evidence, oneOf("accept"))),
})
/** The evidence of one completed turn, in the order it is folded: the write, the results, the verdicts. */
export interface TurnEvidence extends ShapeOf<typeof turnEvidence> {
  /** More evidence about a turn that was folded already: it is not counted again. */
  readonly same_turn?: true
}

const slot = record({
  check_id: text,
  /** "" while nothing of the check has been folded. "suspect": a call failed that may be a check. */
  class: oneOf("", "pass", "fail", "suspect"),
  /** Its failures alone show that it is a check. */
  guessed: flag,
  signature: text,
  snippet: text,
  kind: diagnosticKind,
  streak: number,
  edit_since_failure: flag,
  reverify_owed: flag,
  count: number,
  identities: list(text),
  strong_identities: orNull(list(text)),
  /** Smallest failing set since the last pass; null before any counted one. */
  minimum: orNull(number),
  /** Narrower checks whose failures were found in this slot's live set, each with the last one. */
  narrower: list(record({ check_id: text, signature: text })),
  timeout_streak: number,
  last_turn: number,
  /** Stuck trips of this episode, and the streak of the last one. */
  trips: number,
  last_trip_streak: number,
  /** Write epoch at which a forced verdict advanced the streak; -1 for none. */
  verdict_epoch: number,
  verdict_confirmed: flag,
  /** What had been changed when the failure was first seen, and when it was seen last. */
  first_seen: changes,
  last_seen: changes,
  // What a pass has to show: at least the most tests that a failing run counted, and every test that failed since the
  // last full pass.
  ...tests,
  /** A file of those tests was changed since they failed. */
  test_file_changed: flag,
  /** It failed as strictly as a proof passes, and has not passed since: the state of the work at its last failure. */
  standing: orNull(record({ write_epoch: number, effects: number })),
})
/** All that is known of one check: its current failure, folded turn by turn, and what stands against the work, call by call. */
export interface Slot extends ShapeOf<typeof slot> {}

const recurrence = record({ check_id: text, signature: text, count: number, trips: number })
/** How often one signature of one check was seen since the check's last real progress. */
export interface Recurrence extends ShapeOf<typeof recurrence> {}

const alternation = record({
  /** The check whose failures these are; "" for rejected edits alone. */
  check_id: text,
  /** Rejected edits take part; else the check's own failures alone. */
  with_edits: flag,
  before: reason,
  last: reason,
  /** Failures in a row that were `before` and `last` in turn. */
  length: number,
  trips: number,
})
/** How long two failures have been taking turns. */
export interface Alternation extends ShapeOf<typeof alternation> {}

const proof = record({
  source: oneOf<VerdictSource>("command", "function", "tool_result", "judge"),
  check_id: text,
  output_sha256: text,
  write_epoch: number,
  turn: number,
}) as Shape<Proof>

/** What has been proved about the work so far, call by call and under any knobs. */
const work = record({
  /** Turns so far that wrote. */
  write_epoch: number,
  /** Calls so far that wrote, or may have written. */
  effects: number,
  /** A write happened that no accepted verification or passing check has seen. */
  unverified_write: flag,
  proof: orNull(proof),
  /** A command that is not a check, and does more than look, ran since. What it did to ignored files is unknown. */
  ran_since_proof: flag,
  /** Why the last pass proved too little; "" when it proved enough, or a check has failed since. */
  weakness: text,
  /** Failing checks that are no longer kept, and the last write epoch at which one of them failed. */
  forgotten: record({ count: number, write_epoch: number }),
})

const dispatched = record({ observations: list(observedResult), made_edit: flag })

/** The fields of a state, by name. */
export const stateShape = record({
  version: oneOf(2),
  turn: number,
  last_signature: text,
  streak: number,
  warnings: list(record({ pattern: text })) as Shape<readonly StallWarning[]>,
  warning_count: number,
  repeated_tool_calls: number,
  feedback_count: number,
  feedback_by_pattern: counts<StallPattern>(),
  last_observation_signature: text,
  last_outcome_kind: either(outcomeKind, oneOf("")),
  same_observation_streak: number,
  same_error_streak: number,
  same_success_streak: number,
  context_window_error_streak: number,
  parse_rejection_streak: number,
  no_progress_streak: number,
  ping_pong_a: text,
  ping_pong_b: text,
  ping_pong_alternations: number,
  ping_pong_observation_a: text,
  ping_pong_observation_b: text,
  consecutive_trips: number,
  /** The turn whose event climbed last towards the hard stop. */
  struck_turn: number,
  hard_stop: flag,
  last_diagnostic_class: oneOf("", "pass", "fail"),
  last_diagnostic_signature: text,
  last_diagnostic_snippet: text,
  write_epoch: number,
  same_diagnostic_streak: number,
  edit_since_failure: flag,
  reverify_owed: flag,
  last_diagnostic_delta_status: text as Shape<"" | Delta | "cleared">,
  failing_verify_turns: number,
  turns_since_clean_verify: number,
  verified_write_epoch: number,
  action_flail_trips: number,
  verify_state_seen: flag,
  verify_state_high: number,
  verify_turns_since_advance: number,
  verify_wrote_since_advance: flag,
  remediation_delivered_signature: text,
  remediation_delivered_count: number,
  slots: list(slot),
  recurrences: list(recurrence),
  alternations: list(alternation),
  changed: record({
    so_far: changes,
    /** Files of the last edits, each with the number of its edit. */
    files: list(record({ path: text, edit: number })),
    /** Why the last edit that was not applied was not. */
    rejection: text,
  }),
  work,
  /** What patterns remember, by the names they gave it. */
  memory: things,
  /** Calls proposed this turn, waiting for their results. */
  proposal: list(proposedCall),
  /** A pattern tripped when this turn was proposed. */
  turn_warned: flag,
  /** Results of the turn before, for the core step; null once consumed. */
  dispatched: orNull(dispatched),
  /** Evidence not folded yet (`fold: previous_turn`); null once consumed. */
  pending: orNull(turnEvidence) as Shape<TurnEvidence | null>,
})

/** The whole memory of a detector: plain bounded JSON, constant in the number of turns. */
export interface DetectorState extends ShapeOf<typeof stateShape> {}

export const NO_CHANGES: Changes = { applied: 0, rejected: 0, other: 0, taken_back: 0 }

/** The state every run starts from. */
export const INITIAL_STATE: DetectorState = {
  version: 2,
  turn: 0,
  last_signature: "",
  streak: 0,
  warnings: [],
  warning_count: 0,
  repeated_tool_calls: 0,
  feedback_count: 0,
  feedback_by_pattern: {},
  last_observation_signature: "",
  last_outcome_kind: "",
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
  struck_turn: 0,
  hard_stop: false,
  last_diagnostic_class: "",
  last_diagnostic_signature: "",
  last_diagnostic_snippet: "",
  write_epoch: 0,
  same_diagnostic_streak: 0,
  edit_since_failure: false,
  reverify_owed: false,
  last_diagnostic_delta_status: "",
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
  slots: [],
  recurrences: [],
  alternations: [],
  changed: { so_far: NO_CHANGES, files: [], rejection: "" },
  work: {
    write_epoch: 0,
    effects: 0,
    unverified_write: false,
    proof: null,
    ran_since_proof: false,
    weakness: "",
    forgotten: { count: 0, write_epoch: 0 },
  },
  memory: {},
  proposal: [],
  turn_warned: false,
  dispatched: null,
  pending: null,
}

export type Draft = { -readonly [K in keyof DetectorState]: DetectorState[K] }
