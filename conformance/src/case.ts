import type { JsonObject } from "./json.ts"

/**
 * One conformance case, of one of three kinds:
 *
 * - a promise: a transcript with an expectation for each of its inputs (`case.schema.json`)
 * - a golden case: a question to one of our parts, with its answer (`golden.schema.json`)
 * - a forged case: an agent's work on a real repository (`forged.schema.json`)
 */
export interface Case {
  /** Path below `cases/`, `golden/` or `forged/cases/`, without `.yaml`. */
  readonly id: string
  /** What the case shows, in one sentence. */
  readonly description: string
  /** Id in `requirements.yaml`. */
  readonly requirement: string
  /** Id of the case this one is a near miss of. */
  readonly twin_of?: string
  /** What plays it, and what its fields mean. */
  readonly kind: "detector" | "config" | "loop" | "golden" | "forged"
  /** Give whole turns to the implementation instead of their two halves. */
  readonly whole_turns?: boolean
  /** Options of the detector or loop; `{}` for the defaults. */
  readonly options: CaseOptions
  /** Declarations of tools by name; called ones without one are added. */
  readonly tools: JsonObject
  /** Inputs in order, each with its expectation. */
  readonly script: readonly Entry[]
  /** What holds after the last entry: state fields, or fields of a run's result. */
  readonly end?: JsonObject
  /** The options are refused with this message. */
  readonly error?: {
    /** The option that is refused. */
    readonly option: string
    /** Words that the message has. */
    readonly contains?: readonly string[]
  }
  /** The options resolve to these values. */
  readonly resolved?: JsonObject
  /** Loop cases: the task. Default "Do the task.". */
  readonly task?: string
  /** Loop cases: the verifier's answers, one a call, the last one repeated; or by the stop reason it is told. */
  readonly verify_completion?: readonly unknown[] | JsonObject
  /** Loop cases: replies of the model behind judges, one a call, the last one repeated. */
  readonly judge_replies?: readonly string[]
  /** Loop cases: answers of host callbacks by name, one a call, then none. */
  readonly callbacks?: { readonly [name: string]: readonly unknown[] }
  /** Golden cases: what is asked, its input, and what holds of the answer. */
  readonly subject?: string
  /** What the subject is given. */
  readonly input?: JsonObject
  /** What has to hold of the answer. */
  readonly expect?: unknown
}

/** `column` stands for the values of that column of the knob table, or for one case in each; what is beside it wins. */
export type CaseOptions = JsonObject & {
  /** Which column of the knob table applies. Default: none, so the defaults. */
  readonly column?: "base" | "recommended" | "both"
  /** Knobs of the case itself, over those of the column. */
  readonly stall_diagnostics?: unknown
}

/** One input: a model reply with the results of its calls, a verdict, or the end of a successful run. */
export interface Entry extends ScriptedCall {
  /** Several calls of one reply; for one call `call` is enough. */
  readonly calls?: readonly ScriptedCall[]
  /** Text of the reply. Default: none. */
  readonly text?: string
  /** Why a call of the reply could not be parsed. Default: all could. */
  readonly parse_error?: string
  /** Why the provider ended the reply. Default: it does not say. */
  readonly provider_stop_reason?: string
  /** Tokens and price of the reply. Default: not told. */
  readonly usage?: JsonObject
  /** What the host says of the turn. Default: nothing. */
  readonly signals?: JsonObject
  /** A verdict in place of a reply. */
  readonly verdict?: JsonObject
  /** The end of a successful run in place of a reply. */
  readonly clear?: true
  /** The model call fails: kind, message, http_status, retry_after_ms. */
  readonly model_error?: JsonObject
  /** The host aborts, or asks to suspend, the run while the model is working on this reply. */
  readonly host?: "abort" | "suspend"
  /** Milliseconds of virtual time until the reply comes. */
  readonly takes_ms?: number
  /** The input comes this many times, each time with the same expectation. Default 1. */
  readonly times?: number
  /** What has to hold after this input. Default: nothing is looked at. */
  readonly expect?: JsonObject
}

/** A call and its result: `ok`, `fails`, or any field of a tool result. Without any of them: no result. */
export interface ScriptedCall extends JsonObject {
  /** Name of the called tool. */
  readonly call?: string
  /** Its arguments. Default {}. */
  readonly arguments?: unknown
  /** Send the call under Harn's names for its fields: `tool_name`, `tool_args`. */
  readonly aliased?: true
  /** What the call gives: it succeeded. */
  readonly ok?: unknown
  /** What the call says: it failed. */
  readonly fails?: unknown
}

/**
 * `promises`: what any implementation can keep. `golden`: what is known of our own critics, gate, verifier and so on.
 * `forged`: how a loop resists scripted cheaters on real repositories.
 */
export type Suite = "promises" | "golden" | "forged"

/** The suite a case belongs to. */
export function suiteOf({ kind }: Case): Suite {
  return kind === "golden" || kind === "forged" ? kind : "promises"
}
