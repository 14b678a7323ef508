import { isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { type OpenRun, runsIn } from "../chat_runs.ts"
import { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine, unknownType } from "../skipped.ts"
import { opencodeAnnotations } from "./opencode_tools.ts"

/** opencode: what `opencode export` writes, `{info, messages}`, and `opencode run --format json` prints. */
export const opencode: SessionImporter = {
  format: "opencode",
  title: "opencode (opencode export, opencode run --format json)",
  records: { lists: ["messages"] },
  recognises: ({ values }: SessionHead) => values.some((value) => holdsMessage(value) || isPrinted(value)),
  read: (records, context) => runsIn(records, context, (head, name) => open(head, name, context.path)),
}

function holdsMessage(value: unknown): boolean {
  return readList(value, "messages").some(
    (message) => readText(readMember(message, "info"), "role") !== undefined && "parts" in Object(message),
  )
}

function isPrinted(value: unknown): boolean {
  return readText(value, "sessionID") !== undefined && isRecord(readMember(value, "part"))
}

function addRecord(conversation: Conversation, record: object): readonly SessionItem[] {
  const error = readMember(record, "error")
  if (error !== undefined) return [...conversation.close(), ...conversation.failed(errorText(error))]
  if (isPrinted(record)) return addPart(conversation, readMember(record, "part"))
  const info = readMember(record, "info")
  const role = readText(info, "role")
  if (role === "user") return conversation.asked(readMember(record, "parts"))
  // A notice that is printed.
  if (role === undefined && readText(record, "sessionID") !== undefined) return []
  if (role !== "assistant") return [{ type: "skipped", reason: "a message without a known role" }]
  const ended = conversation.close()
  const skipped = readList(record, "parts").flatMap((part) => addPart(conversation, part))
  const failure = readMember(info, "error")
  if (failure === undefined) return [...ended, ...skipped]
  return [...ended, ...skipped, ...conversation.failed(errorText(failure))]
}

function errorText(error: unknown): string {
  return (
    readText(readMember(error, "data"), "message") ??
    readText(error, "message") ??
    readText(error, "name") ??
    ""
  )
}

/** Parts that are neither words, nor calls, nor the bounds of a model's response. */
const SILENT: ReadonlySet<string> = new Set([
  "snapshot",
  "patch",
  "file",
  "agent",
  "subtask",
  "retry",
  "compaction",
])

function addPart(conversation: Conversation, part: unknown): readonly SessionItem[] {
  const type = readText(part, "type") ?? ""
  if (type === "step-start") return conversation.close()
  if (type === "step-finish") conversation.spend(tokensOf(readMember(part, "tokens")))
  else if (type === "text") conversation.say(readText(part, "text") ?? "")
  else if (type === "reasoning") conversation.think(readText(part, "text") ?? "")
  else if (type === "tool") addCall(conversation, part)
  else if (!SILENT.has(type)) return [unknownType("part", part)]
  return []
}

function addCall(conversation: Conversation, part: unknown): void {
  const id = readText(part, "callID") ?? readText(part, "id")
  const state = readMember(part, "state")
  const call_arguments = readMember(state, "input") ?? {}
  const tool = readText(part, "tool") ?? "unknown"
  conversation.call(id, { tool, arguments: call_arguments, annotations: opencodeAnnotations(tool) })
  const status = readText(state, "status")
  const exit_code = readNumber(readMember(state, "metadata"), "exit")
  if (status === "completed") {
    // A command that failed is completed as well.
    const failed = tool === "bash" ? undefined : false
    conversation.result(id, { observation: readText(state, "output") ?? "", exit_code, failed })
  } else if (status === "error") {
    conversation.result(id, { observation: readText(state, "error") ?? "", failed: true })
  }
}

function tokensOf(tokens: unknown): ReturnType<typeof readTokens> {
  const spent = readTokens(tokens, ["input"], ["output"])
  const cached = readNumber(readMember(tokens, "cache"), "read") ?? 0
  return spent === undefined ? undefined : { ...spent, input: spent.input + cached }
}

function open(head: unknown, name: string, path: string): OpenRun {
  const info = readMember(head, "info")
  const model = readText(readMember(info, "model"), "id")
  let run: SessionRun = { id: readText(info, "id") ?? name, source: path, agent: "opencode", model }
  const conversation = new Conversation(() => run)
  const add = (record: unknown): readonly SessionItem[] => {
    if (!isRecord(record)) return [{ type: "skipped", reason: "no message" }]
    const told = readText(readMember(record, "info"), "modelID")
    run = { ...run, id: readText(record, "sessionID") ?? run.id, model: run.model ?? told }
    return addRecord(conversation, record)
  }
  return { conversation, add: (record, line) => atLine(add(record), line) }
}
