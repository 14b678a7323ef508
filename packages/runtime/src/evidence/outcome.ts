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

/** In an answer about something that was started before: that it has not ended. */
const STILL_RUNS =
  /\bstill (?:running|in progress|pending|working|executing|alive)\b|\b(?:is|process) running\b|\bnot (?:yet )?(?:finished|done|completed?|exited|ended)\b|\b(?:state|status)["']?\s{0,4}[:=]\s{0,4}["']?(?:running|pending|queued|in[_ -]progress|waiting)\b/i
const LONGEST_READ = 4000

/** Whether an answer about something that was started before says that it has not ended. */
export function saysRunning(text: string): boolean {
  return STILL_RUNS.test(text.slice(0, LONGEST_READ))
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
