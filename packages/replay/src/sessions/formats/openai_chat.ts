import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { LOST_RESULT, NAMELESS_CALL, unknownType } from "../skipped.ts"
import { isWrittenResult } from "./cline_written_calls.ts"

/** Messages of the Chat Completions interface: a list, `{messages}`, or either a line. */
export const openaiChat: SessionImporter = {
  format: "openai_chat",
  title: "Chat messages with tool_calls: a list, {messages}, or either a line",
  records: { lists: ["", "messages"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addChatMessage),
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
  if (!Array.isArray(list) || list.length === 0) return false
  // Any part may stand beside calls that are told as this interface tells them.
  const has_calls = list.some((message) => readList(message, "tool_calls").length > 0)
  return list.every((message, index) => isMessage(message, index > 0, has_calls))
}

function isMessage(message: unknown, may_be_cut: boolean, has_calls: boolean): boolean {
  if (!isRecord(message) || "parts" in message || "sessionId" in message) return false
  if ("type" in message && !(has_calls && message["type"] === "message")) return false
  const role = readText(message, "role")
  if (role === undefined) return may_be_cut && Object.keys(message).length === 0
  return ROLES.has(role) && (has_calls || readList(message, "content").every(isChatPart))
}

/** A part of this interface, not the result of a written call by Cline, whose messages are Anthropic's. */
function isChatPart(part: unknown): boolean {
  return isPart(part) && !isWrittenResult(part)
}

function isPart(part: unknown): boolean {
  return typeof part === "string" || PART_TYPES.has(readText(part, "type") ?? "text")
}

/** Adds a message of the chat interface to the run; the items are what it ended. */
export function addChatMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  if (role === "tool" || role === "function") return addResult(conversation, message)
  if (role === "user") return conversation.asked(readMember(message, "content"))
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
  const legacy = readMember(message, "function_call")
  const nameless = [
    ...readList(message, "tool_calls").flatMap((call) => addCall(conversation, readText(call, "id"), call)),
    ...(isRecord(legacy) ? addCall(conversation, undefined, { function: legacy }) : []),
  ]
  if (readList(message, "parts").length > 0) {
    return [{ type: "skipped", reason: "parts, where a chat message has content" }]
  }
  const has_calls = readList(message, "tool_calls").length > 0
  const unknown = readList(message, "content").filter(
    (part) => !isPart(part) && contentText(part) === "" && !(has_calls && isCallPart(part)),
  )
  // A reply that holds nothing is one all the same: the interface failed, or the model gave up.
  if (unknown.length === 0 && ("content" in message || "error" in message)) conversation.count()
  return [...nameless, ...unknown.map((part) => unknownType("part", part))]
}

/** A call once more, beside `tool_calls`. */
function isCallPart(part: unknown): boolean {
  const type = readText(part, "type")
  return type === "tool_call" || type === "tool_use" || type === "function_call"
}

function addCall(conversation: Conversation, id: string | undefined, call: unknown): readonly SessionItem[] {
  const sent = readMember(call, "function") ?? readMember(call, "custom") ?? call
  const tool = readText(sent, "name")
  if (tool === undefined) return [NAMELESS_CALL]
  conversation.call(id, {
    tool,
    arguments: callArguments(readMember(sent, "arguments") ?? readMember(sent, "input") ?? {}),
  })
  return []
}

function addResult(conversation: Conversation, message: object): readonly SessionItem[] {
  const observation = resultText(readMember(message, "content"))
  const id = readText(message, "tool_call_id") ?? readText(message, "id")
  const failed = readMember(message, "error") === true ? true : undefined
  if (conversation.result(id, { observation, failed })) return []
  return [LOST_RESULT]
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return contentText(content)
  const texts = content.map((part) => readText(part, "output") ?? contentText(part))
  return texts.filter((text) => text !== "").join("\n")
}
