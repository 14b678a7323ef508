import type { Conversation } from "../conversation.ts"
import { readMember, readText } from "../read_member.ts"
import type { SessionItem } from "../session.ts"

const TYPES: ReadonlySet<string> = new Set(["init", "message", "tool_use", "tool_result", "error", "result"])

/** Whether it is a line of `gemini --output-format stream-json`. */
export function isStreamLine(value: unknown): boolean {
  if (!TYPES.has(readText(value, "type") ?? "") || readText(value, "timestamp") === undefined) return false
  const members = ["session_id", "role", "tool_id", "status", "severity"]
  return members.some((name) => readText(value, name) !== undefined)
}

/** The lines of a stream: what the model says in pieces, its calls, and their results. */
export class GeminiStream {
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
    const failed = readText(line, "status") === "error" ? true : undefined
    const observation = readText(line, "output") ?? error ?? ""
    if (this.#conversation.result(readText(line, "tool_id"), { observation, failed })) return []
    return [{ type: "skipped", reason: "a result without its call" }]
  }
}
