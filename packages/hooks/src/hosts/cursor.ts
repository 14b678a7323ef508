import {
  isRecord,
  type JsonObject,
  readList,
  readMember,
  readNumber,
  readText,
} from "@proofloop/foundation/text"
import {
  callArguments,
  EDITING,
  FETCHING,
  READING,
  SEARCHING,
  toolTable,
} from "@proofloop/replay/internal/recording"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent, HookSession } from "../events/host_event.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { namedCall, sessionOf, sessionStart } from "./read_input.ts"

/** Cursor, by its package and documentation: one event a call, passed or failed; a failed command has no exit code. */
export const cursor: HostAdapter = {
  host: "cursor",
  read(input) {
    const session = readSession(input)
    const event = session === null ? null : readEvent(input)
    return session === null || event === null ? null : { session, event }
  },
  answer,
}

/** A sub-agent has a separate conversation, which its parent's event names as the child. */
function readSession(input: JsonObject): HookSession | null {
  const ids = ["child_conversation_id", "conversation_id", "session_id"].map((name) => readText(input, name))
  const [root] = readList(input, "workspace_roots")
  const is_child = readText(input, "hook_event_name") === "subagentStop" && ids[0] === undefined
  return sessionOf({
    session_id: ids.find((id) => id !== undefined && id !== ""),
    agent_id: is_child ? readText(input, "subagent_id") : undefined,
    cwd: typeof root === "string" ? root : readText(input, "cwd"),
  })
}

function readEvent(input: JsonObject): HookEvent | null {
  const name = readText(input, "hook_event_name")
  switch (name) {
    case "sessionStart":
      return sessionStart("startup")
    case "beforeSubmitPrompt": {
      const text = readText(input, "prompt") ?? ""
      return text.trim() === "" ? null : { type: "prompt", text }
    }
    case "preToolUse": {
      const call = named(input)
      return call === null ? null : { type: "call_begins", call: { ...call, observation: null } }
    }
    case "postToolUse":
    case "postToolUseFailure": {
      const call = named(input)
      if (call === null) return null
      return {
        type: "calls_ended",
        calls: [name === "postToolUse" ? passed(call, input) : failed(call, input)],
      }
    }
    case "stop":
    case "subagentStop":
      // A user who interrupted it does not want it to go on.
      if (readText(input, "status") === "aborted" || readText(input, "status") === "error") return null
      return { type: "stop", again: (readNumber(input, "loop_count") ?? 0) > 0, pending: [] }
    case "sessionEnd":
      return { type: "session_end" }
    default:
      return null
  }
}

const ANNOTATIONS_OF = toolTable([
  [EDITING, "Write Delete"],
  [READING, "Read ReadLints FetchMcpResource"],
  [SEARCHING, "List Grep ListMcpResources"],
  [FETCHING, "Fetch"],
])

function named(input: JsonObject): Omit<HookCall, "observation"> | null {
  const tool = readText(input, "tool_name")
  const call = namedCall(readText(input, "tool_use_id"), tool, readMember(input, "tool_input"))
  return call === null ? null : { ...call, annotations: ANNOTATIONS_OF.get(call.tool) }
}

/** A result arrives as JSON text: `{output, exitCode}` for a command, `{shell_id}` for one in the background. */
function passed(call: Omit<HookCall, "observation">, input: JsonObject): HookCall {
  const text = readText(input, "tool_output") ?? ""
  const output = callArguments(text)
  if (call.tool !== "Shell" || !isRecord(output)) return { ...call, observation: text }
  const observation = readText(output, "output") ?? readText(output, "stdout") ?? ""
  const exit_code = readNumber(output, "exitCode")
  const is_running = exit_code === undefined && "shell_id" in output
  return is_running ? { ...call, observation, status: "running" } : { ...call, observation, exit_code }
}

function failed(call: Omit<HookCall, "observation">, input: JsonObject): HookCall {
  const observation = readText(input, "error_message") ?? ""
  if (readText(input, "failure_type") === "permission_denied")
    return { ...call, observation, status: "refused" }
  if (readMember(input, "is_interrupt") === true) return { ...call, observation, status: "interrupted" }
  return { ...call, observation, failed: true }
}

function answer(reply: HookReply, input: JsonObject): JsonObject | null {
  const event = readText(input, "hook_event_name")
  const is_stop = event === "stop" || event === "subagentStop"
  // Cursor shows the person nothing of an answer at the end.
  if (reply.type === "nothing" || reply.type === "hand_back") return null
  if (reply.type === "hold") return is_stop ? { followup_message: reply.text } : null
  if (reply.type === "refuse")
    return event === "preToolUse" ? { permission: "deny", agent_message: reply.text } : null
  return event === "postToolUse" || event === "postToolUseFailure" ? { additional_context: reply.text } : null
}
