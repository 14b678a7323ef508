import { readList, readMember, readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"
import { EDITING, READING } from "../tool_annotations.ts"

/** Sessions of goose: a line of facts and a message a line, or the document that `goose session export` writes. */
export const goose: SessionImporter = {
  format: "goose",
  title: "goose (sessions/*.jsonl, goose session export --format json)",
  agent: "goose",
  places: [{ path: "$XDG_DATA_HOME/goose/sessions", unset: "~/.local/share" }],
  records: { lists: ["conversation", "messages"] },
  recognises: ({ values }: SessionHead) => values.some((value) => isFacts(value) || holdsCall(value)),
  read: (records, context) => chatRuns(records, context, addMessage, describe),
}

/** The first line of a session, and the head of a document. */
function isFacts(value: unknown): boolean {
  return readText(value, "working_dir") !== undefined && readText(value, "role") === undefined
}

const CALL_PARTS: ReadonlySet<string> = new Set(["toolRequest", "toolResponse", "frontendToolRequest"])

function holdsCall(value: unknown): boolean {
  return readList(value, "content").some((part) => CALL_PARTS.has(readText(part, "type") ?? ""))
}

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  if (isFacts(message)) return []
  if (role !== "user" && role !== "assistant") {
    return [{ type: "skipped", reason: "a message without a known role" }]
  }
  const parts = readList(message, "content")
  const responses = parts.filter((part) => readText(part, "type") === "toolResponse")
  if (responses.length > 0) return responses.flatMap((part) => addResponse(conversation, part))
  if (role === "user") return conversation.asked(parts)
  // A response that calls several tools may be kept as a message each, with the same id.
  const ended = conversation.is_answered || !conversation.has_calls ? conversation.close() : []
  for (const part of parts) addPart(conversation, part)
  return ended
}

function addPart(conversation: Conversation, part: unknown): void {
  const type = readText(part, "type")
  if (type === "text") conversation.say(readText(part, "text") ?? "")
  else if (type === "thinking") conversation.think(readText(part, "thinking") ?? "")
  else if (type === "toolRequest" || type === "frontendToolRequest") {
    const call = readMember(readMember(part, "toolCall"), "value")
    const tool = (readText(call, "name") ?? "unknown").replace(/^developer__/, "")
    const sent = readMember(call, "arguments") ?? {}
    conversation.call(readText(part, "id"), { tool, arguments: sent, annotations: annotationsOf(tool, sent) })
  }
}

function annotationsOf(tool: string, sent: unknown): ToolAnnotations | undefined {
  if (tool !== "text_editor") return undefined
  return readText(sent, "command") === "view" ? READING : EDITING
}

function addResponse(conversation: Conversation, part: unknown): readonly SessionItem[] {
  const result = readMember(part, "toolResult")
  const value = readMember(result, "value")
  const content = readMember(value, "content") ?? value
  const failed = readText(result, "status") === "error" || readMember(value, "isError") === true
  const observation = readText(result, "error") ?? contentText(content)
  if (conversation.result(readText(part, "id"), { observation, failed: failed ? true : undefined })) return []
  return [LOST_RESULT]
}

function describe(head: unknown, name: string, path: string): SessionRun {
  const model = readText(readMember(head, "model_config"), "model_name")
  return { id: readText(head, "id") ?? name, source: path, agent: "goose", model }
}
