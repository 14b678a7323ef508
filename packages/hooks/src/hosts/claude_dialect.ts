import { type JsonObject, readList, readMember, readText } from "@proofloop/foundation/text"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent, ToldEvent } from "../events/host_event.ts"
import { isSet, namedCall, runningTasks, sessionOf, sessionStart } from "./read_input.ts"

/** Reads a call that ended from an event, or from a member of a batch; `named` is the call without its result. */
export type ReadCall = (
  named: Omit<HookCall, "observation">,
  told: JsonObject,
  event: AfterEvent,
) => HookCall | null

const AFTER_EVENTS = ["PostToolUse", "PostToolUseFailure", "PostToolBatch"] as const
export type AfterEvent = (typeof AFTER_EVENTS)[number]
const STOPS: ReadonlySet<string> = new Set(["Stop", "SubagentStop"])

/** Reads the events of Claude Code, whose names and fields Codex, Qwen Code and Copilot took over. */
export function readClaudeDialect(input: JsonObject, readCall: ReadCall): ToldEvent | null {
  const session = sessionOf({
    session_id: readText(input, "session_id"),
    agent_id: readText(input, "agent_id"),
    cwd: readText(input, "cwd"),
  })
  const event = session === null ? null : readEvent(input, readCall)
  return session === null || event === null ? null : { session, event }
}

function readEvent(input: JsonObject, readCall: ReadCall): HookEvent | null {
  const name = readText(input, "hook_event_name") ?? ""
  switch (name) {
    case "SessionStart":
      return sessionStart(readText(input, "source"))
    case "UserPromptSubmit":
      return readPrompt(input)
    case "PreToolUse": {
      const call = named(input)
      return call === null ? null : { type: "call_begins", call: { ...call, observation: null } }
    }
    case "Stop":
    case "SubagentStop":
      // A planning agent may change nothing, and runs no check.
      if (readText(input, "permission_mode") === "plan") return null
      return {
        type: "stop",
        again: isSet(input, "stop_hook_active"),
        ...runningTasks(readList(input, "background_tasks")),
        resumes: true,
        last_words: readText(input, "last_assistant_message"),
      }
    case "SessionEnd":
      return { type: "session_end" }
    default: {
      const after = AFTER_EVENTS.find((known) => known === name)
      return after === undefined ? null : readCalls(input, after, readCall)
    }
  }
}

/** Host messages in the user's name are notices; the empty ones that Qwen Code sends with each result are nothing. */
function readPrompt(input: JsonObject): HookEvent | null {
  const text = readText(input, "prompt") ?? ""
  if (text.trim() === "") return null
  const is_notice = readText(input, "source") === "system" || text.startsWith("<task-notification")
  return is_notice ? { type: "notice" } : { type: "prompt", text }
}

function readCalls(input: JsonObject, event: AfterEvent, readCall: ReadCall): HookEvent | null {
  const told: readonly unknown[] = event === "PostToolBatch" ? readList(input, "tool_calls") : [input]
  const calls = told.filter(isObject).flatMap((one) => {
    const call = named(one)
    return call === null ? [] : (readCall(call, one, event) ?? [])
  })
  return calls.length === 0 ? null : { type: "calls_ended", calls }
}

function named(told: JsonObject): Omit<HookCall, "observation"> | null {
  const id = readText(told, "tool_call_id") ?? readText(told, "tool_use_id")
  return namedCall(id, readText(told, "tool_name"), readMember(told, "tool_input"))
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Answers in Claude Code's format: only the keys that each event accepts. */
export function answerInClaudeDialect(reply: HookReply, input: JsonObject): JsonObject | null {
  const event = readText(input, "hook_event_name") ?? ""
  switch (reply.type) {
    case "nothing":
      return null
    case "tell": {
      const hookEventName = AFTER_EVENTS.find((known) => known === event)
      if (hookEventName === undefined) return null
      return { hookSpecificOutput: { hookEventName, additionalContext: reply.text } }
    }
    case "refuse":
      return event === "PreToolUse" ? refusal(event, reply.text) : null
    case "hold":
      return STOPS.has(event) ? { decision: "block", reason: reply.text } : null
    case "hand_back":
      return STOPS.has(event) ? { systemMessage: reply.text } : null
  }
}

function refusal(hookEventName: string, permissionDecisionReason: string): JsonObject {
  return { hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason } }
}
