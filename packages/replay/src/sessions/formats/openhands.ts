import { isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { omitMembers } from "../chat_messages.ts"
import { type OpenRun, runsIn } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import { Conversation, type CallResult } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"
import type { OpenHandsRun } from "./openhands_run.ts"
import { addStreamEvent, isStreamEvent } from "./openhands_stream.ts"
import { openHandsAnnotations } from "./openhands_tools.ts"

/** OpenHands: the event stream of V0 and the events of the SDK (V1), as a list, in a document, or one a line. */
export const openHands: SessionImporter = {
  format: "openhands",
  title: "OpenHands events: a list, {history} or {trajectory}, or one a line",
  agent: "OpenHands",
  places: [{ path: "~/.openhands" }],
  records: { lists: ["", "history", "trajectory", "events"] },
  recognises,
  read: (records, context) => runsIn(records, context, (head, name) => open(head, name, context.path)),
}

function recognises({ values }: SessionHead): boolean {
  return values.some((value) => eventsOf(value).some((event) => isSdkEvent(event) || isStreamEvent(event)))
}

function eventsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flat()
  const list = ["history", "trajectory", "events"]
    .map((name) => readList(value, name))
    .find(({ length }) => length > 0)
  return list?.flat() ?? [value]
}

function open(head: unknown, name: string, path: string): OpenRun {
  const described = describe(head, name, path)
  const reader: OpenHandsRun = { response: undefined, model: described.model }
  const conversation = new Conversation(() => ({ ...described, model: reader.model }))
  const addEvent = (event: unknown, line: number | undefined): readonly SessionItem[] => {
    if (isSdkEvent(event)) return addSdkEvent(conversation, reader, event)
    if (isStreamEvent(event)) return addStreamEvent(conversation, reader, event)
    return [{ type: "skipped", line, reason: "no event" }]
  }
  return {
    conversation,
    // The oldest recordings hold pairs of an action and its observation.
    add: (value, line) => [value].flat().flatMap((event) => addEvent(event, line)),
  }
}

function describe(head: unknown, name: string, path: string): SessionRun {
  const id = readText(head, "instance_id") ?? readText(head, "sid") ?? readText(head, "id")
  const metadata = readMember(head, "metadata")
  const config = readMember(metadata, "llm_config") ?? readMember(metadata, "llm")
  return {
    id: id ?? name,
    source: path,
    agent: "OpenHands",
    model: readText(config, "model"),
  }
}

const RESULTS: ReadonlySet<string> = new Set(["ObservationEvent", "UserRejectObservation", "AgentErrorEvent"])
const SILENT: ReadonlySet<string> = new Set([
  "SystemPromptEvent",
  "ConversationStateUpdateEvent",
  "ConversationErrorEvent",
  "Condensation",
  "CondensationRequest",
  "CondensationSummaryEvent",
  "LLMCompletionLogEvent",
  "PauseEvent",
  "InterruptEvent",
  "HookExecutionEvent",
  "TokenEvent",
  "StreamingDeltaEvent",
])

function isSdkEvent(event: unknown): event is object {
  if (!isRecord(event)) return false
  const kind = readText(event, "kind") ?? ""
  return kind === "ActionEvent" || kind === "MessageEvent" || RESULTS.has(kind) || SILENT.has(kind)
}

/** Fields of an action other than the tool's arguments. */
const CARRIED: ReadonlySet<string> = new Set(["kind", "security_risk", "summary"])

/** Adds an event of the SDK to the run; the items are what it ended. */
function addSdkEvent(conversation: Conversation, run: OpenHandsRun, event: object): readonly SessionItem[] {
  const kind = readText(event, "kind") ?? ""
  if (kind === "ActionEvent") return addAction(conversation, run, event)
  if (kind === "MessageEvent") return addMessage(conversation, event)
  if (!RESULTS.has(kind)) return []
  const id = readText(event, "tool_call_id")
  if (conversation.result(id, resultOf(kind, event)) || readText(event, "tool_name") === "finish") return []
  return [LOST_RESULT]
}

function addAction(conversation: Conversation, run: OpenHandsRun, event: object): readonly SessionItem[] {
  const response = readText(event, "llm_response_id")
  const is_same = response !== undefined && response === run.response
  const ended = is_same ? [] : conversation.close()
  run.response = response
  conversation.say(contentText(readMember(event, "thought")))
  conversation.think(readText(event, "reasoning_content") ?? "")
  const tool_call = readMember(event, "tool_call")
  const sent = readMember(event, "action") ?? callArguments(readMember(tool_call, "arguments") ?? {})
  const tool = readText(event, "tool_name") ?? readText(tool_call, "name") ?? "unknown"
  if (tool === "finish") {
    conversation.say(readText(sent, "message") ?? "")
    return ended
  }
  const call_arguments = callArguments(omitMembers(sent, CARRIED))
  const annotations = openHandsAnnotations(tool, call_arguments)
  conversation.call(readText(event, "tool_call_id"), { tool, arguments: call_arguments, annotations })
  return ended
}

function addMessage(conversation: Conversation, event: object): readonly SessionItem[] {
  const source = readText(event, "source")
  if (source === "user") return conversation.asked(readMember(event, "content"))
  const ended = conversation.close()
  if (source !== "agent") return ended
  const message = readMember(event, "llm_message")
  conversation.say(contentText(readMember(message, "content")))
  return ended
}

function resultOf(kind: string, event: object): CallResult {
  if (kind === "AgentErrorEvent") return { observation: readText(event, "error") ?? "", failed: true }
  if (kind === "UserRejectObservation") {
    return { observation: readText(event, "rejection_reason") ?? "", status: "refused" }
  }
  const seen = readMember(event, "observation")
  const observation = contentText(readMember(seen, "content") ?? readMember(seen, "output"))
  const exit_code = readNumber(seen, "exit_code") ?? readNumber(readMember(seen, "metadata"), "exit_code")
  if (exit_code === -1) return { observation, status: "running" }
  return { observation, exit_code, failed: readMember(seen, "is_error") === true ? true : undefined }
}
