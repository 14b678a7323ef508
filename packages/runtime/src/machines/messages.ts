import { sha256Hex, cutMiddle } from "@proofloop/foundation/text"
import { resultText } from "../evidence/evidence_text.ts"
import { isOk } from "../evidence/outcome.ts"
import type { FeedbackKind, Message } from "../protocol/message.ts"
import type { ToolResult } from "../protocol/tool.ts"
import type { RunState, ToolCallRecord } from "./run_state.ts"
import type { Emit, RunSettings } from "./settings.ts"

const LONGEST_MESSAGE = 64 * 1024

/** Speaks to the model, and says so in an event. Empty text is not sent, long text is cut. */
export function injectFeedback(
  run: RunState,
  {
    kind,
    text,
    settings,
    emit,
  }: {
    readonly kind: FeedbackKind
    readonly text: string
    readonly settings: RunSettings
    readonly emit: Emit
  },
): RunState {
  if (text === "") return run
  const content = messageText(text)
  emit({
    type: "feedback_injected",
    kind,
    text_length: content.length,
    text_sha256: sha256Hex(content),
    ...(settings.event_content ? { text: content } : {}),
  })
  const message: Message = { role: "user", content, feedback_kind: kind }
  return { ...run, messages: [...run.messages, message] }
}

/** A result as the model reads it: what the call printed. Past 64 K characters, head and tail. */
export function toolMessage(record: ToolCallRecord, result: ToolResult): Message {
  const ok = isOk(result)
  return {
    role: "tool",
    tool_call_id: record.call_id,
    tool_name: record.tool_name,
    ok,
    content: messageText(resultText(result)),
  }
}

/** The result of a call that was never run. */
export function skippedResult(
  record: ToolCallRecord,
  status: "skipped" | "interrupted",
  why: string,
): ToolResult {
  return { tool_name: record.tool_name, call_id: record.call_id, ok: false, status, error: why }
}

/** A text as it may stay in the conversation and in events. Past 64 K characters, head and tail. */
export function messageText(text: string): string {
  return cutMiddle(text, LONGEST_MESSAGE)
}
