import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import { messagesOf } from "../chat_messages.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { LOST_RESULT, unknownType } from "../skipped.ts"
import { clineAnnotations } from "./cline_tools.ts"
import { addWrittenCalls, addWrittenResults, isWrittenResult } from "./cline_written_calls.ts"

/** Messages as Anthropic's interface takes them, which Cline and Roo keep as well: calls and results are parts. */
export const anthropicMessages: SessionImporter = {
  format: "anthropic_messages",
  title: "Anthropic messages (also Cline and Roo): a list, {messages}, or either a line",
  records: { lists: ["", "messages"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addMessage),
}

const CALL_PARTS: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"])
const RESULT_PARTS = /^(?:mcp_)?tool_result$|^\w{1,40}_tool_result$/
const SILENT_PARTS: ReadonlySet<string> = new Set([
  "text",
  "thinking",
  "redacted_thinking",
  "image",
  "document",
  "search_result",
  "container_upload",
])

function recognises({ values }: SessionHead): boolean {
  const messages = values.flatMap(messagesOf).filter((message) => readText(message, "role") !== undefined)
  return messages.some(holdsCall) && !messages.some(isOfAnotherFormat)
}

function holdsCall(message: unknown): boolean {
  return readList(message, "content").some((part) => {
    const type = readText(part, "type") ?? ""
    return CALL_PARTS.has(type) || RESULT_PARTS.test(type) || isWrittenResult(part)
  })
}

function isOfAnotherFormat(message: unknown): boolean {
  const role = readText(message, "role") ?? ""
  const is_known = role === "user" || role === "assistant" || role === "system"
  return !is_known || readList(message, "tool_calls").length > 0 || readList(message, "parts").length > 0
}

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  if (role === "assistant") return [...conversation.close(), ...addReply(conversation, message)]
  if (role === "user") return addAnswer(conversation, message)
  return role === "system" ? [] : [{ type: "skipped", reason: "a message without a known role" }]
}

function addReply(conversation: Conversation, message: object): readonly SessionItem[] {
  const content = readMember(message, "content")
  const parts = Array.isArray(content) ? content : [{ type: "text", text: content }]
  conversation.spend(readTokens(readMember(message, "usage"), ["input_tokens"], ["output_tokens"]))
  const has_calls = parts.some((part) => CALL_PARTS.has(readText(part, "type") ?? ""))
  return parts.flatMap((part: unknown) => addPart(conversation, part, has_calls))
}

function addPart(conversation: Conversation, part: unknown, has_calls: boolean): readonly SessionItem[] {
  const type = readText(part, "type") ?? ""
  if (type === "text" && has_calls) conversation.say(contentText(part))
  else if (type === "text") addWrittenCalls(conversation, contentText(part))
  else if (type === "thinking") conversation.think(readText(part, "thinking") ?? "")
  else if (CALL_PARTS.has(type)) addCall(conversation, part)
  else if (RESULT_PARTS.test(type)) return addResult(conversation, part)
  else if (!SILENT_PARTS.has(type)) return [unknownType("part", part)]
  return []
}

function addCall(conversation: Conversation, part: unknown): void {
  const tool = readText(part, "name") ?? "unknown"
  const sent = readMember(part, "input") ?? {}
  conversation.call(readText(part, "id"), { tool, arguments: sent, annotations: clineAnnotations(tool) })
}

/** Text beside results comes from the client: reminders, the state of the editor. */
function addAnswer(conversation: Conversation, message: object): readonly SessionItem[] {
  const parts = readList(message, "content")
  const results = parts.filter((part) => RESULT_PARTS.test(readText(part, "type") ?? ""))
  if (results.length > 0) return results.flatMap((part) => addResult(conversation, part))
  return addWrittenResults(conversation, parts) ? [] : conversation.asked(parts)
}

function addResult(conversation: Conversation, part: unknown): readonly SessionItem[] {
  const content = readMember(part, "content")
  const observation = isRecord(content) ? JSON.stringify(content) : contentText(content)
  const failed = readMember(part, "is_error") === true ? true : undefined
  if (conversation.result(readText(part, "tool_use_id"), { observation, failed })) return []
  return [LOST_RESULT]
}
