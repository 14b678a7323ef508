import { isRecord } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readList, readMember, readText } from "../read_member.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { unknownType } from "../skipped.ts"

/** Messages of the Chat Completions interface: a list, `{messages}`, or either a line. */
export const openaiChat: SessionImporter = {
  format: "openai_chat",
  title: "Chat messages with tool_calls: a list, {messages}, or either a line",
  records: { lists: ["", "messages"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addMessage),
}

const ROLES: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool", "function"])
const PART_TYPES: ReadonlySet<string> = new Set([
  "text",
  "refusal",
  "image_url",
  "input_audio",
  "file",
  "thinking",
])

function recognises({ values }: SessionHead): boolean {
  const held = values.filter((value) => typeof value === "object" && value !== null)
  return held.length > 0 && held.every(holdsMessages)
}

function holdsMessages(value: unknown): boolean {
  if ("info" in Object(value) || "steps" in Object(value) || "trajectory_format" in Object(value))
    return false
  const list = Array.isArray(value) ? value : (readMember(value, "messages") ?? [value])
  // The last message may be there in part only.
  return (
    Array.isArray(list) && list.length > 0 && list.every((message, index) => isMessage(message, index > 0))
  )
}

function isMessage(message: unknown, may_be_cut: boolean): boolean {
  if (!isRecord(message) || "parts" in message || "type" in message || "sessionId" in message) return false
  const role = readText(message, "role")
  if (role === undefined) return may_be_cut && Object.keys(message).length === 0
  return ROLES.has(role) && readList(message, "content").every(isPart)
}

function isPart(part: unknown): boolean {
  return typeof part === "string" || PART_TYPES.has(readText(part, "type") ?? "text")
}

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  if (role === "tool" || role === "function") return addResult(conversation, message)
  if (role === "user") return conversation.asked()
  const ended = role === "assistant" ? conversation.close() : []
  if (role === "assistant") return [...ended, ...addReply(conversation, message)]
  if (role !== undefined && ROLES.has(role)) return ended
  return [...ended, { type: "skipped", reason: "a message without a known role" }]
}

function addReply(conversation: Conversation, message: object): readonly SessionItem[] {
  conversation.say(contentText(readMember(message, "content")))
  conversation.say(readText(message, "refusal") ?? "")
  conversation.think(readText(message, "reasoning_content") ?? readText(message, "reasoning") ?? "")
  const usage = readMember(message, "usage")
  conversation.spend(readTokens(usage, ["prompt_tokens"], ["completion_tokens"]))
  for (const call of readList(message, "tool_calls")) addCall(conversation, readText(call, "id"), call)
  const legacy = readMember(message, "function_call")
  if (isRecord(legacy)) addCall(conversation, undefined, { function: legacy })
  if (readList(message, "parts").length > 0) {
    return [{ type: "skipped", reason: "parts, where a chat message has content" }]
  }
  const unknown = readList(message, "content").filter((part) => !isPart(part) && contentText(part) === "")
  return unknown.map((part) => ({ type: "skipped", reason: unknownType("part", part) }))
}

function addCall(conversation: Conversation, id: string | undefined, call: unknown): void {
  const sent = readMember(call, "function") ?? readMember(call, "custom")
  const tool = readText(sent, "name")
  if (tool === undefined) return
  conversation.call(id, {
    tool,
    arguments: callArguments(readMember(sent, "arguments") ?? readMember(sent, "input") ?? {}),
  })
}

function addResult(conversation: Conversation, message: object): readonly SessionItem[] {
  const observation = contentText(readMember(message, "content"))
  if (conversation.result(readText(message, "tool_call_id"), { observation })) return []
  return [{ type: "skipped", reason: "a result without its call" }]
}
