import { type JsonObject, readList, readMember, readText } from "@proofloop/foundation/text"
import { contentText } from "@proofloop/replay/internal/recording"
import type { HookCall } from "../events/host_event.ts"
import { type AfterEvent, answerInClaudeDialect, readClaudeDialect } from "./claude_dialect.ts"
import { geminiShellResult, withoutOurs } from "./gemini_result.ts"
import type { HostAdapter } from "./host_adapter.ts"

/** Qwen Code: Claude Code's events around the tools of Gemini CLI; a batch tells how each call ended. */
export const qwenCode: HostAdapter = {
  host: "qwen-code",
  read: (input) => readClaudeDialect(input, readCall),
  answer: answerInClaudeDialect,
}

function readCall(named: Omit<HookCall, "observation">, told: JsonObject, event: AfterEvent): HookCall {
  const response = readMember(told, "tool_response")
  const text = readText(told, "error") ?? readText(response, "error") ?? shownText(response)
  const status = statusOf(told, response)
  if (status !== undefined) return { ...named, observation: withoutOurs(text), status }
  const failed = event === "PostToolUseFailure" || readText(told, "status") === "error"
  if (named.tool !== "run_shell_command")
    return { ...named, observation: withoutOurs(text), ...(failed ? { failed } : {}) }
  const result = geminiShellResult(text, named.arguments)
  // A reported failure counts more than a missing exit code.
  return failed && (result.exit_code ?? 0) === 0 && result.status === undefined
    ? { ...named, ...result, exit_code: undefined, failed }
    : { ...named, ...result }
}

function statusOf(told: JsonObject, response: unknown): HookCall["status"] {
  const is_denied = readText(response, "error_type") === "execution_denied"
  if (is_denied || readText(response, "execution_status") === "not_started") return "refused"
  const is_cut = readText(told, "status") === "cancelled" || readMember(told, "is_interrupt") === true
  return is_cut ? "interrupted" : undefined
}

/** What the model reads: a single event and a batch hold it at different places. */
function shownText(response: unknown): string {
  const single = readMember(response, "llmContent")
  if (single !== undefined) return contentText(single)
  return readList(response, "response_parts")
    .map((part) => readMember(readMember(part, "functionResponse"), "response"))
    .map((held) => contentText(readMember(held, "output") ?? readMember(held, "error")))
    .join("\n")
}
