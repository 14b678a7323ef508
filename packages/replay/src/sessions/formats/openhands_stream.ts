import { isRecord, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { omitMembers } from "../chat_messages.ts"
import { contentText } from "../content_text.ts"
import type { CallResult, Conversation } from "../conversation.ts"
import { readTokens } from "../read_tokens.ts"
import type { SessionItem } from "../session.ts"
import { LOST_RESULT } from "../skipped.ts"
import type { OpenHandsRun } from "./openhands_run.ts"
import { openHandsAnnotations } from "./openhands_tools.ts"

/** Whether it is an event of V0: an action or an observation. */
export function isStreamEvent(event: unknown): event is object {
  if (!isRecord(event) || "kind" in event || "trajectory" in event) return false
  const { is_action, is_observation } = sides(event)
  return (
    is_action !== is_observation &&
    ("source" in event || "cause" in event || "args" in event || "extras" in event)
  )
}

function sides(event: object): { readonly is_action: boolean; readonly is_observation: boolean } {
  return {
    is_action: readText(event, "action") !== undefined,
    is_observation: readText(event, "observation") !== undefined,
  }
}

const SILENT_ACTIONS: ReadonlySet<string> = new Set([
  "system",
  "recall",
  "null",
  "change_agent_state",
  "condensation",
  "condensation_request",
  "agent_state_changed",
  "initialize",
  "start",
  "pause",
  "resume",
  "stop",
  "loop_recovery",
])
const SILENT_OBSERVATIONS: ReadonlySet<string> = new Set([
  "agent_state_changed",
  "null",
  "recall",
  "system",
  "message",
  "chat",
  "agent_condensation",
  "condense",
  "success",
  "server_ready",
  "loop_detection",
])
/** Fields of an action beside the tool's arguments. */
const CARRIED_BY_THOUGHT: ReadonlySet<string> = new Set([
  "hidden",
  "blocking",
  "confirmation_state",
  "security_risk",
  "is_static",
  "is_confirmed",
  "impl_source",
])
const CARRIED: ReadonlySet<string> = new Set([...CARRIED_BY_THOUGHT, "thought"])

/** Adds an event of V0 to the run; the items are what it ended. */
export function addStreamEvent(
  conversation: Conversation,
  run: OpenHandsRun,
  event: object,
): readonly SessionItem[] {
  const observation = readText(event, "observation")
  if (observation !== undefined) return addObservation(conversation, observation, event)
  const action = readText(event, "action") ?? ""
  if (SILENT_ACTIONS.has(action)) return []
  if (readText(event, "source") === "user")
    return action === "message" ? conversation.asked() : conversation.close()
  return addAction(conversation, run, action, event)
}

function addAction(
  conversation: Conversation,
  run: OpenHandsRun,
  action: string,
  event: object,
): readonly SessionItem[] {
  const metadata = readMember(event, "tool_call_metadata")
  const response = readMember(metadata, "model_response")
  const response_id = readText(response, "id")
  const is_same = response_id !== undefined && response_id === run.response
  const ended = is_same ? [] : conversation.close()
  run.response = response_id
  run.model ??= readText(response, "model")
  const sent = readMember(event, "args")
  if (!is_same) {
    conversation.say(contentText(readMember(sent, "thought")))
    conversation.spend(readTokens(readMember(response, "usage"), ["prompt_tokens"], ["completion_tokens"]))
  }
  if (action === "message") conversation.say(contentText(readMember(sent, "content")))
  else if (action === "finish") conversation.say(finalWords(sent, event))
  else {
    const tool = readText(metadata, "function_name") ?? action
    const call_arguments = callArguments(
      omitMembers(sent ?? {}, action === "think" ? CARRIED_BY_THOUGHT : CARRIED),
    )
    const annotations =
      openHandsAnnotations(action, call_arguments) ?? openHandsAnnotations(tool, call_arguments)
    conversation.call(eventId(readMember(event, "id")), { tool, arguments: call_arguments, annotations })
  }
  return ended
}

function finalWords(sent: unknown, event: object): string {
  return readText(sent, "final_thought") ?? readText(event, "message") ?? ""
}

function addObservation(
  conversation: Conversation,
  observation: string,
  event: object,
): readonly SessionItem[] {
  if (SILENT_OBSERVATIONS.has(observation)) return []
  if (conversation.result(eventId(readMember(event, "cause")), resultOf(observation, event))) return []
  // Errors of the agent's own (a bad call) answer no recorded action.
  if (observation === "error" || readText(event, "source") === "user") return []
  return [LOST_RESULT]
}

function resultOf(kind: string, event: object): CallResult {
  const observation = contentText(readMember(event, "content"))
  if (kind === "user_rejected") return { observation, status: "refused" }
  if (kind === "error") return { observation, failed: true }
  const extras = readMember(event, "extras")
  const exit_code = readNumber(extras, "exit_code") ?? readNumber(readMember(extras, "metadata"), "exit_code")
  // -1: the command had not ended when the tool answered.
  if (exit_code === -1) return { observation, status: "running" }
  return { observation, exit_code }
}

function eventId(id: unknown): string | undefined {
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined
}
