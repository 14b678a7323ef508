import { isRecord } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { contentText } from "../content_text.ts"
import type { CallResult, Conversation } from "../conversation.ts"
import { omitMembers, readMember, readNumber, readText } from "../read_member.ts"
import type { SessionItem } from "../session.ts"
import type { OpenHandsRun } from "./openhands_run.ts"
import { openHandsAnnotations } from "./openhands_tools.ts"

const results: ReadonlySet<string> = new Set(["ObservationEvent", "UserRejectObservation", "AgentErrorEvent"])
const silent: ReadonlySet<string> = new Set([
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

/** Whether it is an event of the SDK. */
export function isSdkEvent(event: unknown): event is object {
  if (!isRecord(event)) return false
  const kind = readText(event, "kind") ?? ""
  return kind === "ActionEvent" || kind === "MessageEvent" || results.has(kind) || silent.has(kind)
}

/** Names of an action that are not what the tool was told. */
const carried: ReadonlySet<string> = new Set(["kind", "security_risk", "summary"])

/** Adds an event of the SDK to the run; the items are what it ended. */
export function addSdkEvent(
  conversation: Conversation,
  run: OpenHandsRun,
  event: object,
): readonly SessionItem[] {
  const kind = readText(event, "kind") ?? ""
  if (kind === "ActionEvent") return addAction(conversation, run, event)
  if (kind === "MessageEvent") return addMessage(conversation, event)
  if (!results.has(kind)) return []
  const id = readText(event, "tool_call_id")
  if (conversation.result(id, resultOf(kind, event)) || readText(event, "tool_name") === "finish") return []
  return [{ type: "skipped", reason: "an observation without its action" }]
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
  const call_arguments = callArguments(omitMembers(sent, carried))
  const annotations = openHandsAnnotations(tool, call_arguments)
  conversation.call(readText(event, "tool_call_id"), { tool, arguments: call_arguments, annotations })
  return ended
}

function addMessage(conversation: Conversation, event: object): readonly SessionItem[] {
  const source = readText(event, "source")
  if (source === "user") return conversation.asked()
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
