import { isRecord, readMember, readNumber, readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { callArguments } from "../call_arguments.ts"
import { contentText } from "../content_text.ts"
import { type CallResult, Conversation } from "../conversation.ts"
import { readTokens } from "../read_tokens.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { LOST_RESULT, unknownType } from "../skipped.ts"
import { FETCHING } from "../tool_annotations.ts"
import { addExecEvent, completedCall } from "./codex_exec.ts"
import { codexResult, runningSession } from "./codex_result.ts"
import { codexAnnotations } from "./codex_tools.ts"

const SILENT: ReadonlySet<string> = new Set([
  "tool_search_output",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
  "context_compaction",
  "agent_message",
  "other",
])
const MAX_SESSIONS = 256
const POLLING: ToolAnnotations = { evidence_role: "observation", soft: true }

export class CodexRun {
  readonly #conversation: Conversation
  /** Commands that went on after their tool had answered, by the session they run in. */
  readonly #running = new Map<string, string>()
  /** How calls ended, by their ids, until their output comes. */
  readonly #outcomes = new Map<string, CallResult>()
  #run: SessionRun
  #is_described = false

  constructor(path: string) {
    this.#run = { id: runName(path), source: path, agent: "Codex CLI" }
    this.#conversation = new Conversation(() => this.#run, codexAnnotations)
  }

  get is_described(): boolean {
    return this.#is_described
  }

  /** A fork repeats what it was forked from, its description too: the first one is the file's own. */
  describe(session: unknown): void {
    if (this.#is_described || !isRecord(session)) return
    this.#is_described = true
    const model = readText(session, "model") ?? this.#run.model
    this.#run = { ...this.#run, id: readText(session, "id") ?? this.#run.id, model }
  }

  learn(model: string | undefined): void {
    this.#run = { ...this.#run, model: this.#run.model ?? model }
  }

  /**
   * What the client told its interface: all of it is among the items as well, but tokens, an abort, how a call ended,
   * and the calls that code made.
   */
  event(payload: unknown): readonly SessionItem[] {
    const type = readText(payload, "type")
    if (type === "item_completed") this.#ended(readMember(payload, "item"))
    if (type === "turn_aborted") return this.#conversation.close()
    if (type !== "token_count" || this.#conversation.is_empty) return []
    const usage = readMember(readMember(payload, "info"), "last_token_usage")
    this.#conversation.spend(readTokens(usage, ["input_tokens"], ["output_tokens"]))
    return []
  }

  execEvent(event: object): readonly SessionItem[] {
    const id = readText(event, "thread_id")
    if (id !== undefined) this.describe({ id })
    return addExecEvent(this.#conversation, event)
  }

  item(item: object): readonly SessionItem[] {
    const type = readText(item, "type") ?? ""
    switch (type) {
      case "message":
        return this.#message(item)
      case "reasoning":
        return this.#reply(() => this.#conversation.think(contentText(readMember(item, "summary"))))
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
        return this.#reply(() => this.#call(type, item))
      case "web_search_call":
      case "image_generation_call":
      case "tool_search_call":
        return this.#reply(() => this.#servedCall(type, item))
      case "function_call_output":
      case "custom_tool_call_output":
      case "local_shell_call_output":
        return this.#output(item)
      default:
        return SILENT.has(type) ? [] : [unknownType("item", item)]
    }
  }

  end(): readonly SessionItem[] {
    return this.#conversation.end()
  }

  #message(item: object): readonly SessionItem[] {
    const role = readText(item, "role")
    const text = contentText(readMember(item, "content"))
    if (role === "assistant") return this.#reply(() => this.#conversation.say(text))
    return role === "user" && isAsking(readMember(item, "content")) ? this.#conversation.asked() : []
  }

  #ended(item: unknown): void {
    const made = completedCall(item)
    if (made === undefined) return
    const id = readText(item, "id") ?? ""
    const is_own = this.#conversation.waiting(id === "" ? "-" : id) !== undefined
    if (!is_own) this.#conversation.ran(made.call, made.result)
    else if (this.#outcomes.size < MAX_SESSIONS) this.#outcomes.set(id, made.result)
  }

  /** Responses have no mark: the next one begins where something new is said after a result. */
  #reply(add: () => void): readonly SessionItem[] {
    const ended = this.#conversation.is_answered ? this.#conversation.close() : []
    add()
    return ended
  }

  #call(type: string, item: object): void {
    const tool = type === "local_shell_call" ? "local_shell" : (readText(item, "name") ?? "unknown")
    const call_arguments = this.#argumentsOf(type, item)
    const annotations = codexAnnotations(tool, call_arguments)
    this.#conversation.call(callId(item), { tool, arguments: call_arguments, annotations })
  }

  /** The server made it, and what it gave is not recorded. */
  #servedCall(type: string, item: object): void {
    const id = callId(item) ?? type
    const sent = readMember(item, "action") ?? readMember(item, "arguments") ?? {}
    const tool = type.slice(0, -"_call".length)
    this.#conversation.call(id, { tool, arguments: sent, annotations: FETCHING })
    this.#conversation.result(id, { observation: null })
  }

  #argumentsOf(type: string, item: object): unknown {
    if (type === "local_shell_call") return callArguments(readMember(item, "action") ?? {})
    if (type === "custom_tool_call") return { input: readMember(item, "input") ?? "" }
    const sent = callArguments(readMember(item, "arguments") ?? {})
    const session = readText(sent, "session_id") ?? readNumber(sent, "session_id")
    const command = isRecord(sent) && session !== undefined ? this.#running.get(String(session)) : undefined
    return command === undefined ? sent : { ...Object(sent), command }
  }

  #output(item: object): readonly SessionItem[] {
    const id = callId(item)
    const call = this.#conversation.waiting(id)
    const is_patch = call?.annotations?.kind === "edit"
    const told = this.#outcomes.get(id ?? "")
    this.#outcomes.delete(id ?? "")
    const result = withOutcome(codexResult(readMember(item, "output"), is_patch), told)
    const is_poll = call?.tool === "write_stdin" && result.status === "running"
    if (!this.#conversation.result(id, is_poll ? { ...result, annotations: POLLING } : result))
      return [LOST_RESULT]
    const session = runningSession(result)
    const command = readText(call?.arguments, "command")
    if (session !== undefined && command !== undefined && this.#running.size < MAX_SESSIONS) {
      this.#running.set(session, command)
    }
    return []
  }
}

/** What was recorded of a command's end counts more than the text of its output. */
function withOutcome(result: CallResult, told: CallResult | undefined): CallResult {
  if (told === undefined || result.status !== undefined) return result
  const { exit_code = result.exit_code, status } = told
  return { ...result, exit_code, ...(status !== undefined && { status }) }
}

function callId(item: object): string | undefined {
  return readText(item, "call_id") ?? readText(item, "id")
}

/** How the client's own messages begin, which it sends in the user's name. */
const OWN =
  /^\s{0,20}(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill)>|# AGENTS\.md instructions\b)/

/** Whether a message in the user's name is one of theirs: some part of it is not the client's. */
function isAsking(content: unknown): boolean {
  const parts = Array.isArray(content) ? content : [content]
  return parts.some((part) => !OWN.test(contentText(part)))
}
