import type { JsonObject } from "@proofloop/foundation/text"
import {
  claudeCodeAnnotations,
  claudeCodeResult,
  contentText,
  readMember,
  readNumber,
  readText,
} from "@proofloop/replay/recording"
import type { HookCall } from "../events/host_event.ts"
import { type AfterEvent, answerInClaudeDialect, readClaudeDialect } from "./claude_dialect.ts"
import type { HostAdapter } from "./host_adapter.ts"

/** Claude Code: failed calls arrive only by PostToolUseFailure or PostToolBatch, refused ones only by PostToolBatch. */
export const claudeCode: HostAdapter = {
  host: "claude-code",
  read: (input) => readClaudeDialect(input, readCall),
  answer: answerInClaudeDialect,
}

/** Host errors in place of a tool's output; a batch does not mark them. */
const HOST_ERROR = /^(?:<tool_use_error>|Error:|Command timed out|API Error)/

function readCall(named: Omit<HookCall, "observation">, told: JsonObject, event: AfterEvent): HookCall {
  const failed = event === "PostToolUseFailure"
  const response = readMember(told, "tool_response")
  const content = failed ? (readText(told, "error") ?? "") : shownText(response)
  const is_error = failed || (event === "PostToolBatch" ? isErrorInBatch(named.tool, content) : false)
  const block = { content, is_error }
  const details = failed ? { interrupted: readMember(told, "is_interrupt") } : response
  const { observation, ...result } = claudeCodeResult(named.tool, block, details)
  const annotations = result.annotations ?? claudeCodeAnnotations(named.tool)
  const call = { ...named, ...result, observation, annotations }
  if (!failed && result.status === undefined) {
    if (readNumber(response, "timedOutAfterMs") !== undefined)
      return { ...call, exit_code: undefined, failed: true }
    // It ended with a non-zero code that the host considers harmless: `grep` without a match.
    if (readText(response, "returnCodeInterpretation")) return { ...call, exit_code: undefined }
  }
  return call
}

/** A failing command begins `Exit code N` in a batch as well; of any other beginning a command may have printed it. */
function isErrorInBatch(tool: string, content: string): boolean | undefined {
  if (!HOST_ERROR.test(content)) return false
  return tool === "Bash" && !content.startsWith("<") ? undefined : true
}

/** The text of a response as the model sees it, or its parts; file content is not the tool's own words. */
function shownText(response: unknown): string {
  return typeof response === "string" || Array.isArray(response) ? contentText(response) : ""
}
