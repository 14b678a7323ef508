import { isRecord } from "@proofloop/foundation/text"
import type { EventBody } from "../protocol/event.ts"
import type { RunResult } from "../protocol/result.ts"

type Redact = (text: string) => string

/**
 * Fields of events and results whose text comes from a model, a tool or a command line. They are redacted where they
 * leave the run. Inside a run they stay as they are, because checks and tools are known by them.
 */
const FIELDS: ReadonlySet<string> = new Set([
  "check_id",
  "command",
  "commands",
  "tool_name",
  "tools",
  "successful",
  "failed",
  "provider_stop_reason",
  "left_running",
  "snippet",
  "diagnostic_snippet",
])

/** An event as it may be published. @requirement loop.result.names */
export function publishedEvent(body: EventBody, redact: Redact): EventBody {
  if (body.type === "model_delta") return body
  const event = redacted(body, redact)
  // A tool may invent its status; those of runs and verifications are a closed list.
  return event.type === "tool_call_end" && event.status !== undefined
    ? { ...event, status: redact(event.status) }
    : event
}

/** A result as it may be handed back: its proof, failure, warnings and names of tools. @requirement loop.result.names */
export function publishedResult(result: RunResult, redact: Redact): RunResult {
  const { proof, tools, stall_warnings, current_failure } = result
  return {
    ...result,
    proof: redacted(proof, redact),
    tools: redacted(tools, redact),
    ...(stall_warnings === undefined ? {} : { stall_warnings: redacted(stall_warnings, redact) }),
    ...(current_failure === undefined ? {} : { current_failure: redacted(current_failure, redact) }),
  }
}

/** The same value with its named fields redacted. Content that a host asked for is left alone. */
function redacted<Value>(value: Value, redact: Redact): Value {
  return withFields(value, redact) as Value
}

/** Returns the same object when nothing changes: most events hold nothing to redact, and each turn has a dozen. */
function withFields(value: unknown, redact: Redact): unknown {
  if (Array.isArray(value)) return value.map((entry) => withFields(entry, redact))
  if (!isRecord(value)) return value
  let changed: Record<string, unknown> | null = null
  for (const name of Object.keys(value)) {
    const field = value[name]
    if (CONTENT.has(name) || field === null || (typeof field !== "object" && !FIELDS.has(name))) continue
    const quiet = FIELDS.has(name) ? everyText(field, redact) : withFields(field, redact)
    if (quiet === field) continue
    changed ??= { ...value }
    changed[name] = quiet
  }
  return changed ?? value
}

/** `event_content` and `include_arguments` add these. */
const CONTENT: ReadonlySet<string> = new Set(["text", "tool_calls", "arguments", "output"])

function everyText(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value)
  return Array.isArray(value) ? value.map((entry) => everyText(entry, redact)) : withFields(value, redact)
}
