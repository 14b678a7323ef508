import { isRecord, type JsonObject, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { contentText, opencodeAnnotations } from "@proofloop/replay/internal/recording"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { namedCall, sessionOf, sessionStart } from "./read_input.ts"

/**
 * opencode, in its own process. Input: `{hook, directory, input, output}` of a plugin's hook, or `{hook: "event",
 * directory, event, last_words}`. Answers:
 *
 * - `tool.execute.before`: an error to throw
 * - `tool.execute.after`: fields for its output
 * - `session.idle`: the body of a prompt or of a toast
 */
export const opencode: HostAdapter = {
  host: "opencode",
  read(input) {
    const session_id = sessionIdOf(input)
    const session = sessionOf({ session_id, cwd: readText(input, "directory") })
    const event = session === null ? null : readEvent(input)
    return session === null || event === null ? null : { session, event }
  },
  answer,
}

function sessionIdOf(input: JsonObject): string | undefined {
  const properties = readMember(readMember(input, "event"), "properties")
  const held = isRecord(properties) ? properties : readMember(input, "input")
  return readText(held, "sessionID") ?? readText(readMember(held, "info"), "id")
}

function readEvent(input: JsonObject): HookEvent | null {
  const output = readMember(input, "output")
  switch (readText(input, "hook")) {
    case "chat.message": {
      const text = contentText(readMember(output, "parts"))
      return text.trim() === "" ? null : { type: "prompt", text }
    }
    case "tool.execute.before": {
      const call = named(input, readMember(output, "args"))
      return call === null ? null : { type: "call_begins", call: { ...call, observation: null } }
    }
    case "tool.execute.after": {
      const call = named(input, readMember(readMember(input, "input"), "args"))
      return call === null ? null : { type: "calls_ended", calls: [ended(call, output)] }
    }
    case "event":
      return busEvent(readMember(input, "event"), readText(input, "last_words"))
    default:
      return null
  }
}

function busEvent(event: unknown, last_words: string | undefined): HookEvent | null {
  switch (readText(event, "type")) {
    case "message.part.updated":
      return failedCall(readMember(readMember(event, "properties"), "part"))
    case "session.created":
      return sessionStart("startup")
    case "session.compacted":
      return sessionStart("compact")
    case "session.idle":
      return { type: "stop", again: false, pending: [], last_words }
    case "session.deleted":
      return { type: "session_end" }
    default:
      return null
  }
}

const REFUSED = /^(?:\[proofloop\]|The user (?:rejected permission|has specified a rule))/

/** A tool that throws, as one does whose edit fits nowhere, never comes to `tool.execute.after`. */
function failedCall(part: unknown): HookEvent | null {
  const state = readMember(part, "state")
  const [tool = "", id] = [readText(part, "tool"), readText(part, "callID")]
  const call = readText(state, "status") === "error" && namedCall(id, tool, readMember(state, "input"))
  if (!call) return null
  const observation = readText(state, "error") ?? ""
  const outcome = REFUSED.test(observation) ? ({ status: "refused" } as const) : { failed: true }
  return {
    type: "calls_ended",
    calls: [{ ...call, ...outcome, observation, annotations: opencodeAnnotations(tool) }],
  }
}

function named(input: JsonObject, call_arguments: unknown): Omit<HookCall, "observation"> | null {
  const told = readMember(input, "input")
  return namedCall(readText(told, "callID"), readText(told, "tool"), call_arguments)
}

function ended(call: Omit<HookCall, "observation">, output: unknown): HookCall {
  const exit_code = readNumber(readMember(output, "metadata"), "exit")
  const observation = readText(output, "output") ?? ""
  return { ...call, observation, exit_code, annotations: opencodeAnnotations(call.tool) }
}

function answer(reply: HookReply, input: JsonObject): JsonObject | null {
  const hook = readText(input, "hook")
  const is_idle = readText(readMember(input, "event"), "type") === "session.idle"
  switch (reply.type) {
    case "nothing":
      return null
    case "tell":
      if (hook !== "tool.execute.after") return null
      return { output: `${readText(readMember(input, "output"), "output") ?? ""}\n\n${reply.text}` }
    case "refuse":
      return hook === "tool.execute.before" ? { error: reply.text } : null
    case "hold":
      return is_idle ? { prompt: { parts: [{ type: "text", text: reply.text }] } } : null
    case "hand_back":
      return is_idle ? { toast: { message: reply.text, variant: "warning" } } : null
  }
}
