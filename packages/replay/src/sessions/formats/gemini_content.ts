import { readList, readMember, readText } from "@proofloop/foundation/text"
import { contentText, valueText } from "../content_text.ts"
import type { CallResult, Conversation } from "../conversation.ts"
import type { SessionItem } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"

/** Adds a content of Gemini's interface, `{role, parts}`, to the run; the items are what it ended. */
export function addContent(conversation: Conversation, content: object): readonly SessionItem[] {
  const parts = readList(content, "parts")
  const results = parts.filter((part) => readMember(part, "functionResponse") !== undefined)
  const role = readText(content, "role")
  if (results.length > 0) {
    return results.flatMap((part) => addResponse(conversation, readMember(part, "functionResponse")))
  }
  if (role === "user") return conversation.asked(parts)
  const ended = conversation.close()
  if (role !== "model") return ended
  for (const part of parts) addPart(conversation, part)
  return ended
}

function addPart(conversation: Conversation, part: unknown): void {
  const call = readMember(part, "functionCall")
  const text = readText(part, "text") ?? ""
  if (call !== undefined) {
    const tool = readText(call, "name") ?? "unknown"
    conversation.call(readText(call, "id"), { tool, arguments: readMember(call, "args") ?? {} })
  } else if (readMember(part, "thought") === true) conversation.think(text)
  else conversation.say(text)
}

function addResponse(conversation: Conversation, response: unknown): readonly SessionItem[] {
  const result = responseResult(readMember(response, "response"))
  if (conversation.result(readText(response, "id"), result)) return []
  return [LOST_RESULT]
}

/** What a tool gave: `{output}`, `{error}`, or anything else. */
export function responseResult(response: unknown): CallResult {
  const error = readMember(response, "error")
  if (error !== undefined) return { observation: withoutFrame(shownText(error)), failed: true }
  const output = readMember(response, "output") ?? response
  return { observation: withoutFrame(shownText(output)) }
}

function shownText(value: unknown): string {
  const text = contentText(value)
  return text === "" ? valueText(value) : text
}

const HEAD =
  /^(?:<untrusted_context>\n)?(?:Command: [^\n]{0,10000}\n)?(?:Directory: [^\n]{0,4000}\n)?(?:Output: ?)?/
const FOOT =
  /^(?:Process Group PGID: (?:\d{1,12}|\(none\))|Background PIDs: [^\n]{0,200}|Signal: (?:0|\(none\))|Error: \(none\)|<\/untrusted_context>)$/

/** What a command printed, without the head and the foot that Gemini CLI and Qwen Code put around it. */
export function withoutFrame(text: string): string {
  const lines = text.replace(HEAD, "").split("\n")
  return [
    ...lines.slice(0, -FOOT_LINES),
    ...lines.slice(-FOOT_LINES).filter((line) => !FOOT.test(line)),
  ].join("\n")
}

const FOOT_LINES = 6
