import { isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { readToolOutput } from "@proofloop/runtime/internal/detector"
import { callArguments } from "../call_arguments.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { CallResult, Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"

/** mini-swe-agent's trajectory: chat messages, whose commands stand in a fenced block or in tool calls of `bash`. */
export const miniSweAgent: SessionImporter = {
  format: "mini_swe_agent",
  title: "mini-swe-agent (.traj.json)",
  agent: "mini-swe-agent",
  places: [{ path: "$XDG_CONFIG_HOME/mini-swe-agent", unset: "~/.config" }],
  records: { lists: ["messages"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addMessage, describe),
}

function recognises({ values: [value] }: SessionHead): boolean {
  const info = readMember(value, "info")
  return (
    readText(value, "trajectory_format")?.startsWith("mini-swe-agent") === true ||
    readText(info, "mini_version") !== undefined ||
    (isRecord(info) &&
      !("trajectory" in Object(value)) &&
      "messages" in Object(value) &&
      ("exit_status" in info || "model_stats" in info))
  )
}

function addMessage(conversation: Conversation, message: object): readonly SessionItem[] {
  if (!isReply(message)) return addResult(conversation, message)
  const ended = conversation.close()
  addReply(conversation, message)
  const parts = [...readList(message, "content"), ...readList(message, "parts")]
  const has_others = parts.some((part) => readText(part, "type")?.startsWith("tool") === true)
  return has_others ? [...ended, { type: "skipped", reason: "calls among the parts of a message" }] : ended
}

/** A message of the model: of the chat interface, or a whole response of the Responses interface. */
function isReply(message: unknown): boolean {
  return readText(message, "role") === "assistant" || readText(message, "object") === "response"
}

function addReply(conversation: Conversation, reply: unknown): void {
  const extra = readMember(reply, "extra")
  const said = contentText(readMember(reply, "content"))
  conversation.say(said === "" ? responseText(reply) : said)
  conversation.think(readText(reply, "reasoning_content") ?? "")
  conversation.count()
  const usage = readMember(readMember(extra, "response") ?? reply, "usage")
  conversation.spend(
    readTokens(usage, ["prompt_tokens", "input_tokens"], ["completion_tokens", "output_tokens"]),
  )
  for (const { id, tool, command } of commandsOf(reply, said)) {
    const sent = tool === undefined ? { command } : command
    conversation.call(id, { tool: tool ?? "bash", arguments: callArguments(sent) })
  }
}

interface Command {
  readonly id?: string | undefined
  /** A tool other than the only one; then `command` holds its arguments. */
  readonly tool?: string | undefined
  readonly command: unknown
}

function commandsOf(reply: unknown, said: string): readonly Command[] {
  const actions = readList(readMember(reply, "extra"), "actions")
  if (actions.length > 0) {
    return actions.map((action) => ({
      id: readText(action, "tool_call_id"),
      command: readMember(action, "command") ?? action,
    }))
  }
  const calls = readList(reply, "tool_calls")
  if (calls.length > 0) {
    return calls.map((call) => {
      const sent = callArguments(readMember(readMember(call, "function"), "arguments"))
      const tool = readText(readMember(call, "function"), "name")
      if (tool !== undefined && tool !== "bash") return { id: readText(call, "id"), tool, command: sent }
      return { id: readText(call, "id"), command: readMember(sent, "command") ?? sent }
    })
  }
  // The agent runs nothing unless there is exactly one.
  const blocks = fencedCommands(said)
  return blocks.length === 1 ? blocks.map((command) => ({ command })) : []
}

const FENCE = "```"
const LANGUAGES: ReadonlySet<string> = new Set(["bash", "sh", "mswea_bash_command"])

function fencedCommands(text: string): readonly string[] {
  const commands: string[] = []
  let block: string[] | null = null
  let is_command = false
  for (const line of text.split("\n")) {
    if (!line.trimStart().startsWith(FENCE)) block?.push(line)
    else if (block === null) {
      block = []
      is_command = LANGUAGES.has(line.trim().slice(FENCE.length).trim())
    } else {
      if (is_command) commands.push(block.join("\n").trim())
      block = null
    }
  }
  return commands
}

/** The observations after a reply, each in its turn: a command's output, or a rejection. Before the first, the task. */
function addResult(conversation: Conversation, message: object): readonly SessionItem[] {
  const role = readText(message, "role")
  const is_output = readText(message, "type") === "function_call_output"
  const interrupt = readText(readMember(message, "extra"), "interrupt_type")
  if (role === undefined && !is_output) return [{ type: "skipped", reason: "a message without a known role" }]
  if (interrupt === "FormatError") return addRejected(conversation, message)
  if (role !== "user" && role !== "tool" && !is_output) return []
  const id = readText(message, "tool_call_id") ?? readText(message, "call_id")
  const has_call = conversation.result(id, resultOf(message))
  return has_call || role === "user" ? [] : [LOST_RESULT]
}

/** A reply that the harness rejected is a turn that did nothing. Version 2 keeps only the rejection in its place. */
function addRejected(conversation: Conversation, message: object): readonly SessionItem[] {
  const is_kept = !conversation.has_calls || !conversation.is_answered
  const ended = conversation.close()
  if (is_kept && ended.length > 0) return ended
  const said = readText(readMember(message, "extra"), "model_response") ?? ""
  conversation.say(said.trim() === "" ? contentText(readMember(message, "content")) : said)
  conversation.count()
  return [...ended, ...conversation.close()]
}

function resultOf(message: unknown): CallResult {
  const extra = readMember(message, "extra")
  const told = contentText(readMember(message, "content") ?? readMember(message, "output"))
  const { text, exit_code } = readToolOutput(told)
  if (readText(extra, "exception_info") === "action was not executed")
    return { observation: told, status: "refused" }
  return { observation: text, exit_code: readNumber(extra, "returncode") ?? exit_code }
}

function responseText(reply: unknown): string {
  return readList(reply, "output")
    .map((item) => contentText(readMember(item, "content") ?? ""))
    .filter((text) => text !== "")
    .join("\n")
}

function describe(head: unknown, name: string, path: string): SessionRun {
  const id = readText(head, "instance_id") ?? name
  return { id, source: path, agent: "mini-swe-agent", model: modelOf(head) }
}

function modelOf(head: unknown): string | undefined {
  const config = readMember(readMember(head, "info"), "config")
  return readText(readMember(config, "model"), "model_name")
}
