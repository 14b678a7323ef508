import { type JsonObject, readMember, readText } from "@proofloop/foundation/text"
import {
  claudeCodeAnnotations,
  contentText,
  EDITING,
  toolTable,
  READING,
  SEARCHING,
  FETCHING,
  NOTING,
  ASKING,
} from "@proofloop/replay/internal/recording"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall } from "../events/host_event.ts"
import { type AfterEvent, readClaudeDialect } from "./claude_dialect.ts"
import type { HostAdapter } from "./host_adapter.ts"

/** Copilot CLI and cloud agent, as documented: events in Claude Code's spelling bring its fields and tool names. */
export const copilot: HostAdapter = {
  host: "copilot",
  read: (input) => readClaudeDialect(input, readCall),
  answer,
}

/** Names that are Copilot's own, because Claude Code has none or a payload keeps them. */
const ANNOTATIONS_OF = toolTable([
  [EDITING, "create edit str_replace_editor apply_patch"],
  [READING, "view"],
  [SEARCHING, "grep rg glob"],
  [FETCHING, "web_fetch web_search"],
  [NOTING, "update_todo report_intent"],
  [ASKING, "ask_user task"],
])
const SHELLS: ReadonlySet<string> = new Set(["Bash", "bash", "powershell"])
const EXIT_CODE = /<(?:exited|[^<>\n]{1,100} completed) with exit code (-?\d{1,10})>\s{0,100}$/
const RUNNING = /<command with [^<>\n]{1,100} (?:is (?:still )?running|running)[^<>\n]{0,300}>\s{0,100}$/

function readCall(named: Omit<HookCall, "observation">, told: JsonObject, event: AfterEvent): HookCall {
  const failed = event === "PostToolUseFailure"
  const result = readMember(told, "tool_result")
  const text = failed ? (readText(told, "error") ?? "") : contentText(readText(result, "text_result_for_llm"))
  // A patch is sent as text.
  const call_arguments = typeof named.arguments === "string" ? { input: named.arguments } : named.arguments
  const annotations = claudeCodeAnnotations(named.tool) ?? ANNOTATIONS_OF.get(named.tool)
  const call = { ...named, arguments: call_arguments, observation: text, annotations }
  if (!SHELLS.has(named.tool)) return failed ? { ...call, failed } : call
  const end = text.slice(-1000)
  if (RUNNING.test(end)) return { ...call, status: "running" }
  // A result counts as a success whatever the command's exit code is.
  const ended = EXIT_CODE.exec(end)
  if (ended === null) return failed ? { ...call, failed } : call
  const observation = text.slice(0, text.length - end.length + ended.index).trimEnd()
  return { ...call, observation, exit_code: Number(ended[1]) }
}

function answer(reply: HookReply, input: JsonObject): JsonObject | null {
  const event = readText(input, "hook_event_name")
  switch (reply.type) {
    case "nothing":
    // Copilot shows the person nothing of an answer at a turn's end.
    case "hand_back":
      return null
    case "tell":
      return event === "PostToolUse" || event === "PostToolUseFailure"
        ? { additionalContext: reply.text }
        : null
    case "refuse":
      if (event !== "PreToolUse") return null
      return { permissionDecision: "deny", permissionDecisionReason: reply.text }
    case "hold":
      return event === "Stop" || event === "SubagentStop" ? { decision: "block", reason: reply.text } : null
  }
}
