import { isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { contentText } from "../content_text.ts"
import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import { runName } from "../run_name.ts"
import { SeenLines } from "../seen_lines.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine, LOST_RESULT, unknownType } from "../skipped.ts"

/** Sessions of pi, below `~/.pi/agent/sessions`, and what it prints as `--mode json`. */
export const pi: SessionImporter = {
  format: "pi",
  title: "pi (.jsonl below ~/.pi/agent/sessions)",
  agent: "pi",
  places: [{ path: "~/.pi/agent/sessions" }],
  records: "json_lines",
  recognises: ({ values }: SessionHead) => values.some((value) => isHeader(value) || isEntry(value)),
  read,
}

function isHeader(value: unknown): boolean {
  return readText(value, "type") === "session" && readText(value, "cwd") !== undefined
}

/** A line of the tree, by which a session is known that lacks its start. */
function isEntry(value: unknown): boolean {
  return "parentId" in Object(value) && isRecord(readMember(value, "message"))
}

/** Lines that hold a whole message; the others repeat it piece by piece, or hold none. */
const MESSAGES: ReadonlySet<string> = new Set(["message", "message_end"])
const SILENT =
  /^(?:session|session_info|label|custom|custom_message|compaction|branch_summary|model_change|thinking_level_change|message_start|message_update|(?:agent|turn|tool_execution|auto_\w{1,30}|compaction|queue)_(?:start|update|end))$/

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let run: SessionRun = { id: runName(context.path), source: context.path, agent: "pi" }
  let has_begun = false
  const conversation = new Conversation(() => run)
  const seen = new SeenLines()
  for await (const { value, line, broken } of records) {
    const type = readText(value, "type") ?? ""
    const message = readMember(value, "message")
    if (type === "session") run = { ...run, id: readText(value, "id") ?? run.id }
    if (broken !== undefined) yield { type: "skipped", line, reason: broken }
    else if (MESSAGES.has(type) && isRecord(message)) {
      if (seen.repeats(keyOf(message))) continue
      run = { ...run, model: run.model ?? readText(message, "model") }
      yield* atLine(addMessage(conversation, message), line)
    } else if (!SILENT.test(type)) {
      yield { ...unknownType("line", value), line }
      continue
    }
    has_begun ||= broken === undefined
  }
  if (has_begun) yield* conversation.end()
}

/** After a compaction the messages that are kept are written once more, with ids and parents of their own. */
function keyOf(message: object): string | undefined {
  const at = readNumber(message, "timestamp")
  const id = readText(message, "toolCallId") ?? readText(message, "responseId") ?? ""
  return at === undefined ? undefined : `${readText(message, "role")} ${at} ${id}`
}

/** Roles of what the user ran, and of what stands for messages left out. */
const SILENT_ROLES: ReadonlySet<string> = new Set([
  "bashExecution",
  "custom",
  "hookMessage",
  "branchSummary",
  "compactionSummary",
])

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role") ?? ""
  if (role === "user") return conversation.asked(readMember(message, "content"))
  if (role === "assistant") return [...conversation.close(), ...addReply(conversation, message)]
  if (role === "toolResult") return addResult(conversation, message)
  return SILENT_ROLES.has(role) ? [] : [{ type: "skipped", reason: "a message without a known role" }]
}

function addReply(conversation: Conversation, message: object): readonly SessionItem[] {
  conversation.spend(readTokens(readMember(message, "usage"), ["input"], ["output"]))
  // A reply that failed on its way is a turn that did nothing.
  conversation.think(readText(message, "errorMessage") ?? "")
  if (readText(message, "stopReason") === "error") conversation.count()
  for (const part of readList(message, "content")) {
    const type = readText(part, "type")
    if (type === "text") conversation.say(readText(part, "text") ?? "")
    else if (type === "thinking") conversation.think(readText(part, "thinking") ?? "")
    else if (type === "toolCall") {
      const tool = readText(part, "name") ?? "unknown"
      conversation.call(readText(part, "id"), { tool, arguments: readMember(part, "arguments") ?? {} })
    }
  }
  return []
}

function addResult(conversation: Conversation, message: object): readonly SessionItem[] {
  const observation = contentText(readMember(message, "content"))
  const failed = readMember(message, "isError")
  const result = { observation, failed: typeof failed === "boolean" ? failed : undefined }
  if (conversation.result(readText(message, "toolCallId"), result)) return []
  return [LOST_RESULT]
}
