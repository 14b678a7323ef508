import { readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { omitMembers } from "../chat_messages.ts"
import type { Conversation } from "../conversation.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { clineAnnotations } from "./cline_tools.ts"

interface ShownCall {
  readonly tool: string
  readonly arguments: unknown
  readonly output: string[]
  readonly failed?: true
}

/** The task of Cline's that is read: what it says before the first request is the user's. */
export class ClineTask {
  readonly #conversation: Conversation
  #call: ShownCall | undefined
  #has_begun = false

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  add(kind: string, text: string): readonly SessionItem[] {
    if (kind === "api_req_started") return this.#request(text)
    if (!this.#has_begun) return []
    if (kind === "user_feedback" || kind === "user_feedback_diff") return this.#asked()
    if (SAID.has(kind)) this.#conversation.say(text)
    else if (kind === "reasoning") this.#conversation.think(text)
    else if (kind === "command")
      this.#open({ tool: "execute_command", arguments: commandOf(text), output: [] })
    else if (kind === "tool") this.#open(toolOf(text))
    else if (kind === "use_mcp_server") this.#open(serverCallOf(text))
    else if (kind === "command_output" || kind === "mcp_server_response") this.#append(text, false)
    else if (kind === "error" || kind === "diff_error") this.#append(text, true)
    return []
  }

  end(): readonly SessionItem[] {
    const call = this.#call
    this.#call = undefined
    if (call === undefined) return []
    const { tool, output, failed } = call
    this.#conversation.call(undefined, {
      tool,
      arguments: call.arguments,
      annotations: clineAnnotations(tool),
    })
    this.#conversation.result(undefined, { observation: output.join("\n"), failed })
    return []
  }

  #request(text: string): readonly SessionItem[] {
    this.end()
    const ended = this.#has_begun ? this.#conversation.close() : this.#conversation.asked()
    this.#has_begun = true
    this.#conversation.spend(readTokens(callArguments(text), ["tokensIn"], ["tokensOut"]))
    return ended
  }

  #asked(): readonly SessionItem[] {
    this.end()
    return this.#conversation.asked()
  }

  #open(call: ShownCall): void {
    this.end()
    this.#call = call
  }

  #append(text: string, failed: boolean): void {
    const call = this.#call
    if (call === undefined || text === "") return
    call.output.push(text)
    if (failed) this.#call = { ...call, failed: true }
  }
}

const SAID: ReadonlySet<string> = new Set(["text", "completion_result", "followup", "plan_mode_respond"])
/** What the client puts behind a command that needs to be allowed. */
const TO_BE_ALLOWED = "REQ_APP"

function commandOf(text: string): unknown {
  return { command: text.endsWith(TO_BE_ALLOWED) ? text.slice(0, -TO_BE_ALLOWED.length) : text }
}

/** Tools whose message holds what they found; that of an edit holds what it wrote. */
const SHOWING = /^(?:list|search|codebaseSearch)/
const SHOWN: ReadonlySet<string> = new Set(["tool", "content"])

function toolOf(text: string): ShownCall {
  const told = callArguments(text)
  const tool = readText(told, "tool") ?? "unknown"
  if (!SHOWING.test(tool)) return { tool, arguments: omitMembers(told, new Set(["tool"])), output: [] }
  return { tool, arguments: omitMembers(told, SHOWN), output: [readText(told, "content") ?? ""] }
}

function serverCallOf(text: string): ShownCall {
  const told = callArguments(text)
  const tool = readText(told, "toolName") ?? readText(told, "uri") ?? "unknown"
  return { tool, arguments: callArguments(readText(told, "arguments") ?? "{}"), output: [] }
}
