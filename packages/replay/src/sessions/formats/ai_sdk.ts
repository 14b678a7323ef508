import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import { readToolOutput } from "@proofloop/runtime/internal/detector"
import { callArguments } from "../call_arguments.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText, valueText } from "../content_text.ts"
import type { CallResult, Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { LOST_RESULT, unknownType } from "../skipped.ts"

/** Messages of the AI SDK 4 to 7: those sent to models, those of its interface hooks, and the steps of a result. */
export const aiSdk: SessionImporter = {
  format: "ai_sdk",
  title: "AI SDK messages or steps: a list, {messages}, {steps}, or one a line",
  records: { lists: ["", "messages", "steps"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addMessage),
}

const OWN_PARTS: ReadonlySet<string> = new Set([
  "tool-call",
  "tool-result",
  "tool-error",
  "reasoning",
  "tool-approval-request",
  "tool-approval-response",
])

/** Parts that are neither words nor calls. */
const SILENT_PARTS: ReadonlySet<string> = new Set([
  "file",
  "image",
  "custom",
  "reasoning-file",
  "redacted-reasoning",
  "source",
  "source-url",
  "source-document",
  "step-start",
  "tool-approval-request",
  "tool-approval-response",
])

function recognises({ values }: SessionHead): boolean {
  return values.some((value) => {
    const messages = Array.isArray(value)
      ? value
      : (readMember(value, "messages") ?? readMember(value, "steps") ?? [value])
    return Array.isArray(messages) && messages.some((message) => isOwnMessage(message) || isStep(message))
  })
}

function isOwnMessage(message: unknown): boolean {
  if (readText(message, "role") === undefined) return false
  const parts = readList(message, "parts")
  return (
    (parts.length > 0 && parts.every((part) => readText(part, "type") !== undefined)) ||
    readList(message, "content").some((part) => OWN_PARTS.has(readText(part, "type") ?? ""))
  )
}

function isStep(value: unknown): boolean {
  return (
    isRecord(value) &&
    // Gemini CLI's messages have calls as well, and a type.
    !("type" in value) &&
    ("toolCalls" in value || "finishReason" in value || "stepType" in value) &&
    ("content" in value || "text" in value)
  )
}

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  if (role === undefined) return addStep(conversation, message)
  if (role === "user") return conversation.asked(readMember(message, "content"))
  const parts = readList(message, "parts")
  if (role === "assistant" && parts.length > 0) return addShownReply(conversation, parts)
  if (role === "assistant") return addReply(conversation, message)
  if (role === "tool") return addToolMessage(conversation, message)
  return role === "system" ? [] : [{ type: "skipped", reason: "a message without a known role" }]
}

function addReply(conversation: Conversation, message: object): readonly SessionItem[] {
  const ended = conversation.close()
  const content = readMember(message, "content")
  if (typeof content === "string") conversation.say(content)
  const skipped = readList(message, "content").flatMap((part) => addPart(conversation, part))
  if (readList(message, "tool_calls").length > 0 || isRecord(readMember(message, "function_call"))) {
    skipped.push({ type: "skipped", reason: "calls beside the content of a message" })
  }
  return [...ended, ...skipped]
}

function addToolMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const parts = readList(message, "content")
  const results = parts.filter((part) => readText(part, "type") !== "text")
  if (results.length === 0) return [{ type: "skipped", reason: "a tool's message without a result" }]
  return results.flatMap((part) => addPart(conversation, part))
}

/** A step of `generateText`: its content, or in version 4 its text, calls and results. */
function addStep(conversation: Conversation, step: object): readonly SessionItem[] {
  if (!isStep(step)) return [{ type: "skipped", reason: "neither a message nor a step" }]
  const ended = conversation.close()
  const content = readList(step, "content")
  if (content.length === 0) {
    conversation.say(readText(step, "text") ?? "")
    for (const call of readList(step, "toolCalls")) addCall(conversation, call)
    for (const result of readList(step, "toolResults")) addResult(conversation, result)
  }
  const skipped = content.flatMap((part) => addPart(conversation, part))
  const usage = readMember(step, "usage")
  conversation.spend(readTokens(usage, ["inputTokens", "promptTokens"], ["outputTokens", "completionTokens"]))
  return [...ended, ...skipped]
}

function addPart(conversation: Conversation, part: unknown): readonly SessionItem[] {
  switch (readText(part, "type")) {
    case "text":
      conversation.say(contentText(part))
      return []
    case "reasoning":
      conversation.think(contentText(part))
      return []
    case "tool-call":
      addCall(conversation, part)
      return []
    case "tool-result":
    case "tool-error":
      return addResult(conversation, part) ? [] : [LOST_RESULT]
    default:
      return unknownPart(part)
  }
}

function unknownPart(part: unknown): readonly SessionItem[] {
  const type = readText(part, "type") ?? ""
  if (SILENT_PARTS.has(type) || type.startsWith("data-")) return []
  return [unknownType("part", part)]
}

function addCall(conversation: Conversation, call: unknown): void {
  const tool = readText(call, "toolName")
  if (tool === undefined) return
  const sent = readMember(call, "input") ?? readMember(call, "args") ?? {}
  conversation.call(readText(call, "toolCallId"), { tool, arguments: callArguments(sent) })
}

function addResult(conversation: Conversation, part: unknown): boolean {
  return conversation.result(readText(part, "toolCallId"), resultOf(part))
}

/** `output` says since version 5 what it holds; before, `result` was the value, and `isError` told. */
function resultOf(part: unknown): CallResult {
  const output = readMember(part, "output") ?? readMember(part, "result")
  const failed =
    readMember(part, "isError") === true || readText(part, "type") === "tool-error" ? true : undefined
  const value = readMember(output, "value")
  switch (readText(output, "type")) {
    case "text":
    case "json":
      return returned(value, failed)
    case "error-text":
    case "error-json":
      return returned(value, true)
    case "content":
      return { observation: contentText(value), failed }
    case "execution-denied":
      return { observation: readText(output, "reason") ?? "", status: "refused" }
    default:
      return returned(output ?? readMember(part, "error"), failed)
  }
}

function returned(value: unknown, failed: boolean | undefined): CallResult {
  if (!isRecord(value)) return { observation: valueText(value), failed }
  const { text, exit_code, failed: says_failed } = readToolOutput(value, true)
  return { observation: text, exit_code, failed: failed ?? says_failed }
}

/** A reply as the interface shows it: calls and results in one part, steps marked or told by text after a call. */
function addShownReply(conversation: Conversation, parts: readonly unknown[]): readonly SessionItem[] {
  const items = [...conversation.close()]
  for (const [index, part] of parts.entries()) {
    const type = readText(part, "type")
    const is_words = type === "text" || type === "reasoning"
    if (type === "step-start" || (is_words && conversation.has_calls)) items.push(...conversation.close())
    if (is_words) addPart(conversation, part)
    else items.push(...addShownCall(conversation, part, String(index)))
  }
  return items
}

/** `id` is the place of the part, since call and result stand in one and ids may be missing or repeated. */
function addShownCall(conversation: Conversation, part: unknown, id: string): readonly SessionItem[] {
  const type = readText(part, "type") ?? ""
  const old = readMember(part, "toolInvocation")
  const call = isRecord(old) ? old : part
  const tool =
    readText(call, "toolName") ?? (type.startsWith("tool-") ? type.slice("tool-".length) : undefined)
  if (tool === undefined) return unknownPart(part)
  addCall(conversation, {
    toolName: tool,
    toolCallId: id,
    input: readMember(call, "input") ?? readMember(call, "args"),
  })
  const result = shownResult(call)
  if (result !== undefined) conversation.result(id, result)
  return []
}

function shownResult(call: unknown): CallResult | undefined {
  switch (readText(call, "state")) {
    case "output-available":
      return returned(readMember(call, "output"), undefined)
    case "result":
      return returned(readMember(call, "result"), undefined)
    case "output-error":
      return { observation: readText(call, "errorText") ?? "", failed: true }
    case "output-denied":
      return { observation: readText(readMember(call, "approval"), "reason") ?? "", status: "refused" }
    default:
      return undefined
  }
}
