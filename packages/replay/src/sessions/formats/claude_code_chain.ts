import { isRecord, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { contentText } from "../content_text.ts"
import { Conversation } from "../conversation.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"
import { backgroundId, claudeCodeResult } from "./claude_code_result.ts"
import { claudeCodeAnnotations, POLLING_TOOLS } from "./claude_code_tools.ts"
import { isAskingLine } from "./claude_code_user.ts"

const MAX_BACKGROUND = 256

export class Chain {
  readonly #conversation: Conversation
  /** Commands that run in the background, so that a poll is seen to report on them. */
  readonly #background = new Map<string, string>()
  #response: string | undefined
  #model: string | undefined

  constructor(run: SessionRun) {
    this.#conversation = new Conversation(() => ({ ...run, model: this.#model }))
  }

  /** A line of the model's. The lines of one response share its id, and results may stand between them. */
  reply(line: object): readonly SessionItem[] {
    const message = readMember(line, "message")
    const model = readText(message, "model")
    // What the client says in the model's place: of it an error of the interface is a reply that failed.
    if (model === "<synthetic>")
      return readMember(line, "isApiErrorMessage") === true ? this.#fail(message) : []
    const response = readText(message, "id") ?? readText(line, "requestId") ?? readText(line, "uuid")
    const ended = response === undefined || response !== this.#response ? this.#conversation.close() : []
    this.#response = response
    this.#model ??= model
    this.#spend(readMember(message, "usage"))
    const content = readMember(message, "content")
    for (const block of Array.isArray(content) ? content : [{ type: "text", text: content }])
      this.#addBlock(block)
    return ended
  }

  /** A line of the user's, which is also how results are handed back. */
  answer(line: object): readonly SessionItem[] {
    const content = readMember(readMember(line, "message"), "content")
    const results = Array.isArray(content)
      ? content.filter((block) => readText(block, "type") === "tool_result")
      : []
    if (results.length === 0) return isAskingLine(line) ? this.#conversation.asked(content) : []
    const details = results.length === 1 ? readMember(line, "toolUseResult") : undefined
    return results.flatMap((block) => this.#addResult(block, details))
  }

  end(): readonly SessionItem[] {
    return this.#conversation.end()
  }

  #fail(message: unknown): readonly SessionItem[] {
    this.#response = undefined
    return [
      ...this.#conversation.close(),
      ...this.#conversation.failed(contentText(readMember(message, "content"))),
    ]
  }

  #addBlock(block: unknown): void {
    const type = readText(block, "type")
    if (type === "text") this.#conversation.say(contentText(block))
    if (type === "thinking") this.#conversation.think(readText(block, "thinking") ?? "")
    const tool = readText(block, "name")
    const id = readText(block, "id")
    if (type !== "tool_use" || tool === undefined || this.#conversation.isCopy(id)) return
    const call = {
      tool,
      arguments: this.#argumentsOf(tool, callArguments(readMember(block, "input") ?? {})),
      annotations: claudeCodeAnnotations(tool),
    }
    this.#conversation.call(id, call)
  }

  #argumentsOf(tool: string, sent: unknown): unknown {
    if (!POLLING_TOOLS.has(tool) || !isRecord(sent)) return sent
    const id = readText(sent, "bash_id") ?? readText(sent, "task_id") ?? readText(sent, "shell_id") ?? ""
    const command = this.#background.get(id)
    return command === undefined ? sent : { ...sent, command }
  }

  #addResult(block: unknown, details: unknown): readonly SessionItem[] {
    const id = readText(block, "tool_use_id")
    const call = this.#conversation.waiting(id)
    const result = claudeCodeResult(call?.tool ?? "", block, details)
    if (!this.#conversation.result(id, result)) return [LOST_RESULT]
    const command = readText(call?.arguments, "command")
    const background = backgroundId(result.observation ?? "", details)
    if (background !== undefined && command !== undefined && this.#background.size < MAX_BACKGROUND) {
      this.#background.set(background, command)
    }
    return []
  }

  /** Every line of a response repeats its usage, the last one in full. */
  #spend(usage: unknown): void {
    const output = readNumber(usage, "output_tokens")
    if (output === undefined) return
    const names = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
    const input = names.reduce((sum, name) => sum + (readNumber(usage, name) ?? 0), 0)
    this.#conversation.spend({ input, output })
  }
}
