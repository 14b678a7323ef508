import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import { readTokens } from "../read_tokens.ts"
import { RecentMap } from "../recent_map.ts"
import type { SessionItem } from "../session.ts"
import { responseResult } from "./gemini_content.ts"

const TYPES: ReadonlySet<string> = new Set(["user", "gemini", "info", "error", "warning"])
const REMEMBERED = 10_000

export function isChatMessage(value: unknown): value is object {
  return (
    isRecord(value) && TYPES.has(readText(value, "type") ?? "") && "content" in value && !("role" in value)
  )
}

/** The messages of a chat file, whose later versions write a reply once more with each call that ended. */
export class GeminiChat {
  readonly #conversation: Conversation
  readonly #read = new RecentMap<true>(REMEMBERED)
  #reply: object | undefined

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  add(message: object): readonly SessionItem[] {
    const id = readText(message, "id") ?? ""
    if (this.#reply !== undefined && id !== "" && id === readText(this.#reply, "id")) {
      this.#reply = message
      return []
    }
    if (id !== "" && this.#read.get(id) === true) return []
    const ended = this.end()
    if (id !== "") this.#read.set(id, true)
    const type = readText(message, "type")
    if (type === "gemini") this.#reply = message
    const text = contentText(readMember(message, "content"))
    if (type === "error" && text.startsWith("[API Error"))
      return [...ended, ...this.#conversation.close(), ...this.#conversation.failed(text)]
    return type === "user" && !isResponse(message) ? [...ended, ...this.#conversation.asked()] : ended
  }

  /** Hands on the reply at hand. */
  end(): readonly SessionItem[] {
    const reply = this.#reply
    if (reply === undefined) return []
    this.#reply = undefined
    const ended = this.#conversation.close()
    this.#conversation.say(contentText(readMember(reply, "content")))
    for (const thought of readList(reply, "thoughts")) {
      this.#conversation.think(readText(thought, "description") ?? "")
    }
    this.#conversation.spend(readTokens(readMember(reply, "tokens"), ["input"], ["output"]))
    for (const call of readList(reply, "toolCalls")) this.#call(call)
    return ended
  }

  #call(call: unknown): void {
    const id = readText(call, "id")
    const tool = readText(call, "name") ?? "unknown"
    this.#conversation.call(id, { tool, arguments: readMember(call, "args") ?? {} })
    const status = readText(call, "status")
    const [part] = readList(call, "result")
    const response = readMember(readMember(part, "functionResponse"), "response")
    if (status !== "success" && status !== "error") return
    const result = responseResult(response ?? {})
    // The tool succeeds whatever its command returned.
    const failed =
      status === "error" ? true : tool === "run_shell_command" ? undefined : (result.failed ?? false)
    this.#conversation.result(id, failed === undefined ? result : { ...result, failed })
  }
}

/** What the client sends for the user: results of calls, and the state of the session. */
function isResponse(message: object): boolean {
  const content = readMember(message, "content")
  const parts = Array.isArray(content) ? content : [content]
  return parts.every(
    (part) =>
      readMember(part, "functionResponse") !== undefined || contentText(part).startsWith("<session_context>"),
  )
}
