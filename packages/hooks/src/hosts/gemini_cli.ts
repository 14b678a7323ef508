import { isRecord, type JsonObject, readMember, readText } from "@proofloop/foundation/text"
import { contentText } from "@proofloop/replay/internal/recording"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { geminiShellResult } from "./gemini_result.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { isSet, namedCall, sessionOf, sessionStart } from "./read_input.ts"

/** Gemini CLI: reports a failing command like any other, with its exit code in a line of the text; calls have no id. */
export const geminiCli: HostAdapter = {
  host: "gemini-cli",
  read(input) {
    const session = sessionOf({ session_id: readText(input, "session_id"), cwd: readText(input, "cwd") })
    const event = session === null ? null : readEvent(input)
    return session === null || event === null ? null : { session, event }
  },
  answer,
}

function readEvent(input: JsonObject): HookEvent | null {
  switch (readText(input, "hook_event_name")) {
    case "SessionStart":
      return sessionStart(readText(input, "source"))
    case "BeforeAgent": {
      const text = readText(input, "prompt") ?? ""
      return text.trim() === "" ? null : { type: "prompt", text }
    }
    case "BeforeTool": {
      const call = named(input)
      return call === null ? null : { type: "call_begins", call: { ...call, observation: null } }
    }
    case "AfterTool": {
      const call = named(input)
      return call === null ? null : { type: "calls_ended", calls: [ended(call, input)] }
    }
    case "AfterAgent":
      return {
        type: "stop",
        again: isSet(input, "stop_hook_active"),
        pending: [],
        last_words: readText(input, "prompt_response"),
      }
    case "SessionEnd":
      return { type: "session_end" }
    default:
      return null
  }
}

function named(input: JsonObject): Omit<HookCall, "observation"> | null {
  return namedCall(undefined, readText(input, "tool_name"), readMember(input, "tool_input"))
}

/** The present content of a file is not the writing tool's output. */
const FILE_CONTENT = "Here is the updated code:"

function ended(call: Omit<HookCall, "observation">, input: JsonObject): HookCall {
  const response = readMember(input, "tool_response")
  const error = readMember(response, "error")
  const text = contentText(readMember(response, "llmContent"))
  if (call.tool === "run_shell_command") {
    const result = geminiShellResult(text === "" ? errorText(error) : text, call.arguments)
    return {
      ...call,
      ...result,
      ...(isRecord(error) && result.exit_code === 0 ? { exit_code: undefined, failed: true } : {}),
    }
  }
  const [observation = ""] = text.split(FILE_CONTENT, 1)
  if (!isRecord(error)) return { ...call, observation }
  return { ...call, observation: observation === "" ? errorText(error) : observation, failed: true }
}

function errorText(error: unknown): string {
  return readText(error, "message") ?? ""
}

function answer(reply: HookReply, input: JsonObject): JsonObject | null {
  const event = readText(input, "hook_event_name")
  switch (reply.type) {
    case "nothing":
      return null
    case "tell":
      if (event !== "AfterTool") return null
      return { hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: reply.text } }
    case "refuse":
      return event === "BeforeTool" ? { decision: "deny", reason: reply.text } : null
    case "hold":
      return event === "AfterAgent" ? { decision: "deny", reason: reply.text } : null
    case "hand_back":
      return event === "AfterAgent" ? { systemMessage: reply.text } : null
  }
}
