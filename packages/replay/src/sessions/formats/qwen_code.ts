import { isRecord, readMember, readText } from "@proofloop/foundation/text"
import { type OpenRun, runsIn } from "../chat_runs.ts"
import { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine, unknownType } from "../skipped.ts"
import { addContent } from "./gemini_content.ts"

/** Chats of Qwen Code, below `~/.qwen/projects`: contents of Gemini's interface in lines like Claude Code's. */
export const qwenCode: SessionImporter = {
  format: "qwen_code",
  title: "Qwen Code (chats below ~/.qwen/projects)",
  agent: "Qwen Code",
  places: [{ path: "~/.qwen/projects" }],
  records: "json_lines",
  recognises: ({ values }: SessionHead) => values.some(isQwenLine),
  read: (records, context) => runsIn(records, context, (_head, name) => open(name, context.path)),
}

/** Whether it is a line of Qwen Code's chats, which name a session as those of Claude Code do. */
function isQwenLine(value: unknown): boolean {
  if (readText(value, "sessionId") === undefined) return false
  return "parts" in Object(readMember(value, "message"))
}

function open(name: string, path: string): OpenRun {
  let run: SessionRun = { id: name, source: path, agent: "Qwen Code" }
  const conversation = new Conversation(() => run)
  const add = (value: unknown): readonly SessionItem[] => {
    const type = readText(value, "type")
    const message = readMember(value, "message")
    if (type === "system") return []
    if (!isRecord(message)) return [unknownType("line", value)]
    run = {
      ...run,
      id: readText(value, "sessionId") ?? run.id,
      model: run.model ?? readText(value, "model"),
    }
    const items = addContent(conversation, message)
    const usage = readMember(value, "usageMetadata")
    if (type === "assistant") {
      conversation.spend(readTokens(usage, ["promptTokenCount"], ["candidatesTokenCount"]))
    }
    return items
  }
  return {
    conversation,
    add: (value, line) => atLine(add(value), line),
  }
}
