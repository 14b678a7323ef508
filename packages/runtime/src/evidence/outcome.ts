import { canonicalJson } from "@proofloop/foundation/text"
import type { ToolResult } from "../protocol/tool.ts"
import { firstPresent, readField } from "./read_field.ts"

const OK_STATUSES: ReadonlySet<unknown> = new Set(["ok", "success"])
const RUNNING_STATUSES: ReadonlySet<unknown> = new Set(["running", "pending", "in_progress", "queued"])
const UNSETTLED_STATUSES: ReadonlySet<unknown> = new Set([
  ...RUNNING_STATUSES,
  "skipped",
  "deferred",
  "interrupted",
  "cancelled",
  "refused",
  "denied",
  "rejected_by_policy",
])
const GATELESS_STATUSES: ReadonlySet<unknown> = new Set(["advisory", "bound_stale", "stale", "unbound"])
const CONTEXT_WINDOW =
  /context window|context length|context_length|maximum context|token limit|too many tokens|max_tokens/i

/** Whether the call succeeded: the first of `ok`, `success`, `status` decides. @requirement actions.result.ok-predicate */
export function isOk(result: ToolResult): boolean {
  const decided = firstPresent(result, ["ok", "success"])
  return decided === undefined ? OK_STATUSES.has(readField(result, "status")) : Boolean(decided)
}

/** The call has not ended, or never ran: no evidence either way. @requirement repair.gates.unsettled */
export function isUnsettled(result: ToolResult): boolean {
  return UNSETTLED_STATUSES.has(readField(result, "status"))
}

/** The call has started, or will, and has not ended. */
export function isRunning(result: ToolResult): boolean {
  return RUNNING_STATUSES.has(readField(result, "status"))
}

/** A state of something that goes on: `"status": "running"`, `<phase>Progressing</phase>`, CREATE_IN_PROGRESS, "still deploying". */
const STILL_RUNS =
  /\b\w{0,24}(?:state|status|phase|stage)["']?\s{0,4}[:=>]\s{0,16}["']?(?:\w{1,40}_)?(?!(?:fail|pass|miss|warn|err|crash|exist|noth)ing)(?:\w{2,20}ing|in[_ -]progress|queued|scheduled)\b|_IN_PROGRESS\b|\bstill (?:being |in )?(?:\w{2,20}ing|progress|alive)\b|\bnot (?:yet )?(?:finished|done|completed?|exited|ended)\b|^waiting for\b|(?:^|\s{2}|\t)(?:pending|queued|in_progress)(?:\s{2}|\t|$)|^\W{0,4}(?:pending|queued|running|in[_ -]progress|activating|starting|waiting)\W{0,4}$/i
/** The same in an answer about what a call names by an id. */
const PROCESS_RUNS = /\b(?:is|process) running\b/i
const LONGEST_READ = 4000

/** Whether an answer says that something has not ended. `names_process`: the call names what was started before. */
export function saysRunning(text: string, names_process: boolean): boolean {
  const read = text.slice(0, LONGEST_READ)
  return STILL_RUNS.test(read) || (names_process && PROCESS_RUNS.test(read))
}

/**
 * Whether a failure may move the failure model. The result, its classification or its diagnostic may say so.
 * Otherwise any status does, except advisory, stale, bound_stale and unbound.
 * @requirement repair.gates.status
 */
export function feedsGates(result: ToolResult): boolean {
  const classification = readField(result, "classification")
  for (const source of [result, classification, readField(result, "diagnostic")]) {
    const said = firstPresent(source, ["feeds_gates", "feedsGates"])
    if (said !== undefined) return Boolean(said)
  }
  return !GATELESS_STATUSES.has(readField(result, "status"))
}

/** Whether the text says that a model's context overflowed. @requirement actions.context_window.phrases */
export function isContextWindowText(text: string): boolean {
  return CONTEXT_WINDOW.test(text)
}

/** What an ok call gave: the first of `result`, `output`, `content`. @requirement actions.pairing.observation-key */
export function okContent(result: ToolResult): unknown {
  return firstPresent(result, ["result", "output", "content"])
}

/**
 * What a failed call says: the first present of `error`, `message`, `result`, then `output`, `content`, as text. Here a
 * wrapper in `error` hides a longer `output`; `evidenceText` reads both. @requirement actions.pairing.failure-text
 */
export function failureText(result: ToolResult): string {
  return coerceText(firstPresent(result, ["error", "message", "result", "output", "content"]))
}

/** Strings as they are, error-like objects by their message, nothing as "", the rest as canonical JSON. */
export function coerceText(value: unknown): string {
  if (typeof value === "string") return value
  if (value === undefined || value === null) return ""
  const message = readField(value, "message")
  return typeof message === "string" ? message : canonicalJson(value)
}
