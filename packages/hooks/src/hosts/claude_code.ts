import { type JsonObject, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { claudeCodeAnnotations, claudeCodeResult, contentText } from "@proofloop/replay/internal/recording"
import type { HookCall } from "../events/host_event.ts"
import { type AfterEvent, answerInClaudeDialect, readClaudeDialect } from "./claude_dialect.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { namedCall } from "./read_input.ts"
import { recordsWith } from "./transcript.ts"

/** Claude Code: failed calls arrive only by PostToolUseFailure or PostToolBatch, refused ones only by PostToolBatch. */
export const claudeCode: HostAdapter = {
  host: "claude-code",
  transcriptPath: (input) => (endedTask(input) === null ? undefined : input["transcript_path"]),
  read(input, transcript) {
    const told = readClaudeDialect(input, readCall)
    return told && { ...told, untold: backgroundCommand(input, transcript) }
  },
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

/** The end of a command in the background, as the host says it in the person's name; the command stands in the transcript alone. */
function endedTask(input: JsonObject): Pick<HookCall, "id" | "observation" | "exit_code"> | null {
  const text = readText(input, "prompt") ?? ""
  const [, id] = /<tool-use-id>([^<]{1,500})</.exec(text) ?? []
  const [, outcome = "", exit_code] =
    /" (\w{1,40} [a-z( ]{1,40} code (-?\d{1,10})\)?)<\/summary>/.exec(text) ?? []
  if (!text.startsWith("<task-notification") || id === undefined || exit_code === undefined) return null
  return { id, observation: outcome, exit_code: Number(exit_code) }
}

function backgroundCommand(input: JsonObject, transcript: string | null): readonly HookCall[] {
  const ended = endedTask(input)
  if (ended === null || transcript === null) return []
  const sent = recordsWith(transcript, JSON.stringify(ended.id))
    .flatMap((record) => readList(readMember(record, "message"), "content"))
    .find((block) => readText(block, "id") === ended.id)
  const call = namedCall(`${ended.id} ended`, readText(sent, "name"), readMember(sent, "input"))
  return call === null ? [] : [{ ...ended, ...call }]
}
