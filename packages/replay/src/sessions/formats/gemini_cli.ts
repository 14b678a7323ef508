import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import { type OpenRun, runsIn } from "../chat_runs.ts"
import { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine, LOST_RESULT } from "../skipped.ts"
import { GeminiChat, isChatMessage } from "./gemini_chat.ts"
import { addContent } from "./gemini_content.ts"

/** Gemini CLI: chats below `~/.gemini/tmp`, what `--output-format stream-json` prints, and contents of its interface. */
export const geminiCli: SessionImporter = {
  format: "gemini_cli",
  title: "Gemini CLI (chats below ~/.gemini/tmp, stream-json, contents)",
  agent: "Gemini CLI",
  places: [{ path: "~/.gemini/tmp" }],
  records: { lists: ["messages", "contents", "history", ""] },
  recognises,
  read: (records, context) => runsIn(records, context, (head, name) => open(head, name, context.path)),
}

function recognises({ values }: SessionHead): boolean {
  return values.some(
    (value) =>
      (readText(value, "sessionId") !== undefined && readText(value, "projectHash") !== undefined) ||
      (readText(value, "type") === "init" && isStreamLine(value)) ||
      contentsOf(value).some(isContent),
  )
}

function contentsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return [...readList(value, "contents"), ...readList(value, "history")]
}

function isContent(value: unknown): value is object {
  const role = readText(value, "role")
  return (role === "user" || role === "model") && readList(value, "parts").some(isContentPart)
}

/** A part that tells its kind by its only member; parts of other interfaces name a `type`. */
function isContentPart(part: unknown): boolean {
  if (!isRecord(part) || "type" in part) return false
  return "text" in part || "functionCall" in part || "functionResponse" in part
}

function open(head: unknown, name: string, path: string): OpenRun {
  let run: SessionRun = { id: readText(head, "sessionId") ?? name, source: path, agent: "Gemini CLI" }
  const conversation = new Conversation(() => run)
  const chat = new GeminiChat(conversation)
  const stream = new GeminiStream(conversation)
  const add = (value: unknown): readonly SessionItem[] => {
    const id = readText(value, "session_id") ?? readText(value, "sessionId")
    run = { ...run, id: id ?? run.id, model: run.model ?? readText(value, "model") }
    if (isStreamLine(value)) return stream.add(value)
    if (isChatMessage(value)) return chat.add(value)
    if (isContent(value)) return addContent(conversation, value)
    const messages = readList(readMember(value, "$set"), "messages")
    if (messages.length > 0) return messages.flatMap(add)
    return id !== undefined || "$set" in Object(value) || "$rewindTo" in Object(value)
      ? []
      : [{ type: "skipped", reason: "no message" }]
  }
  return {
    conversation,
    add: (value, line) => atLine(add(value), line),
    end: () => [...chat.end(), ...stream.end()],
  }
}

const TYPES: ReadonlySet<string> = new Set(["init", "message", "tool_use", "tool_result", "error", "result"])

/** Whether it is a line of `gemini --output-format stream-json`. */
function isStreamLine(value: unknown): boolean {
  if (!TYPES.has(readText(value, "type") ?? "") || readText(value, "timestamp") === undefined) return false
  const members = ["session_id", "role", "tool_id", "status", "severity"]
  return members.some((name) => readText(value, name) !== undefined)
}

/** The lines of a stream: what the model says in pieces, its calls, and their results. */
class GeminiStream {
  readonly #conversation: Conversation
  #said = ""

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  add(line: unknown): readonly SessionItem[] {
    const type = readText(line, "type")
    if (type === "tool_result") return this.#result(line)
    if (type === "message" && readText(line, "role") === "user") {
      return [...this.end(), ...this.#conversation.asked()]
    }
    if (type !== "message" && type !== "tool_use") return []
    const ended = this.#conversation.is_answered ? this.#conversation.close() : []
    if (type === "message") this.#said += readText(line, "content") ?? ""
    else {
      this.end()
      const tool = readText(line, "tool_name") ?? "unknown"
      const sent = readMember(line, "parameters") ?? {}
      this.#conversation.call(readText(line, "tool_id"), { tool, arguments: sent })
    }
    return ended
  }

  /** Hands on what was said. */
  end(): readonly SessionItem[] {
    this.#conversation.say(this.#said)
    this.#said = ""
    return []
  }

  #result(line: unknown): readonly SessionItem[] {
    const error = readText(readMember(line, "error"), "message")
    const id = readText(line, "tool_id")
    // The tool succeeds whatever its command returned, and a stream tells no exit code.
    const is_shell = this.#conversation.waiting(id)?.tool === "run_shell_command"
    const status = readText(line, "status")
    const failed = status === "error" ? true : is_shell || status === undefined ? undefined : false
    const observation = readText(line, "output") ?? error ?? ""
    if (this.#conversation.result(id, { observation, failed })) return []
    return [LOST_RESULT]
  }
}
