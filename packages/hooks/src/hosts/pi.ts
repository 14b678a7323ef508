import {
  isRecord,
  type Json,
  type JsonObject,
  readList,
  readMember,
  readText,
} from "@proofloop/foundation/text"
import { contentText } from "@proofloop/replay/internal/recording"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { isSet, namedCall, sessionOf, sessionStart } from "./read_input.ts"

/**
 * pi, in its own process. Input: `{session_id, cwd, event}` of an extension. An answer is the handler's return value.
 * For `agent_end`, which returns nothing, and for words to the person it is a message to send or a notice to show.
 */
export const pi: HostAdapter = {
  host: "pi",
  read(input) {
    const session = sessionOf({ session_id: readText(input, "session_id"), cwd: readText(input, "cwd") })
    const event = session === null ? null : readEvent(readMember(input, "event"))
    return session === null || event === null ? null : { session, event }
  },
  answer,
}

function readEvent(told: unknown): HookEvent | null {
  switch (readText(told, "type")) {
    case "session_start":
      return sessionStart(reasonOf(told))
    case "session_compact":
      return sessionStart("compact")
    case "input": {
      const text = readText(told, "text") ?? ""
      return text.trim() === "" ? null : { type: "prompt", text }
    }
    case "tool_call": {
      const call = named(told)
      return call === null ? null : { type: "call_begins", call: { ...call, observation: null } }
    }
    case "tool_result": {
      const call = named(told)
      return call === null ? null : { type: "calls_ended", calls: [ended(call, told)] }
    }
    // The first exists from version 1.5 on, and is the last boundary at which the agent can go on; older versions
    // only have the second.
    case "agent_before_settle":
      return readText(told, "outcome") === "aborted"
        ? null
        : stopAfter(readList(readMember(told, "context"), "contextMessages").at(-1))
    case "agent_end": {
      const last = readList(told, "messages").at(-1)
      return readText(last, "stopReason") === "aborted" ? null : stopAfter(last)
    }
    case "session_shutdown":
      return { type: "session_end" }
    default:
      return null
  }
}

function stopAfter(message: unknown): HookEvent {
  const content = readMember(message, "content")
  const last_words = content === undefined ? undefined : contentText(content)
  return { type: "stop", again: false, pending: [], last_words }
}

function reasonOf(told: unknown): string | undefined {
  const reason = readText(told, "reason")
  return reason === "reload" ? "resume" : reason
}

function named(told: unknown): Omit<HookCall, "observation"> | null {
  return namedCall(readText(told, "toolCallId"), readText(told, "toolName"), readMember(told, "input"))
}

const EXIT_CODE = /\n?Command exited with code (-?\d{1,10})$/

function ended(call: Omit<HookCall, "observation">, told: unknown): HookCall {
  const text = contentText(readMember(told, "content"))
  const is_error = isSet(told, "isError")
  if (call.tool !== "bash") return { ...call, observation: text, ...(is_error ? { failed: true } : {}) }
  if (!is_error) return { ...call, observation: text, exit_code: 0 }
  const last = text.trimEnd()
  if (last.endsWith("Command aborted")) return { ...call, observation: text, status: "interrupted" }
  const told_code = EXIT_CODE.exec(last)
  if (told_code === null) return { ...call, observation: text, failed: true }
  return { ...call, observation: last.slice(0, told_code.index).trimEnd(), exit_code: Number(told_code[1]) }
}

function answer(reply: HookReply, input: JsonObject): JsonObject | null {
  const told = input["event"]
  if (!isRecord(told)) return null
  const type = readText(told, "type")
  const is_settling = type === "agent_before_settle"
  switch (reply.type) {
    case "nothing":
      return null
    case "tell":
      if (type !== "tool_result") return null
      return { content: [...listOf(told["content"]), { type: "text", text: reply.text }] }
    case "refuse":
      return type === "tool_call" ? { block: true, reason: reply.text } : null
    case "hold": {
      if (type === "agent_end") return { message: reply.text }
      const entry = { type: "custom_message", customType: "proofloop", content: reply.text, display: true }
      return is_settling ? { entries: [...listOf(told["entries"]), entry], continue: true } : null
    }
    case "hand_back":
      return is_settling || type === "agent_end" ? { notice: reply.text } : null
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
