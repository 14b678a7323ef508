import { readMember, readNumber, readText } from "@proofloop/foundation/text"
import { readToolOutput } from "@proofloop/runtime/internal/detector"
import { contentText } from "../content_text.ts"
import type { CallResult } from "../conversation.ts"
import { claudeCodeAnnotations, POLLING_TOOLS } from "./claude_code_tools.ts"

const REFUSALS = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  "Claude requested permissions to",
  "Permission to use ",
  "PreToolUse:",
]
/** The client's own words where a command printed nothing. */
const NOTHING_PRINTED = /^\((?:Bash|\w{1,32}) completed with no output\)$/
/** A shell call that the client answered itself: its command did not run. */
const NOT_RUN = /^<tool_use_error>/
const INTERRUPTED = "[Request interrupted by user"
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,5})\b/
const STILL_RUNS = "<status>running</status>"
const IN_BACKGROUND = /\bin (?:the )?background with ID: ?([\w-]{1,64})/

/** What a `tool_result` block says, with what its line's `toolUseResult` adds. */
export function claudeCodeResult(tool: string, block: unknown, details: unknown): CallResult {
  const observation = textOf(block, details)
  const is_error = readMember(block, "is_error")
  const status = statusOf(observation, details)
  if (status !== undefined) return { observation, status }
  if (tool === "Bash" && NOT_RUN.test(observation)) return { observation, status: "interrupted" }
  if (POLLING_TOOLS.has(tool)) return polled(observation, details)
  if (tool !== "Bash")
    return { observation, failed: is_error === true ? true : looks(tool) ? false : undefined }
  if (backgroundId(observation, details) !== undefined) return { observation, status: "running" }
  const told = EXIT_CODE.exec(observation)?.[1]
  if (told !== undefined) return { observation, exit_code: Number(told) }
  return is_error === false
    ? { observation, exit_code: 0 }
    : { observation, failed: is_error === true ? true : undefined }
}

/** What such a tool shows may be anybody's failure, and its own is marked. */
function looks(tool: string): boolean {
  return claudeCodeAnnotations(tool)?.evidence_role === "observation"
}

/** The id of the command a result says runs in the background. */
export function backgroundId(observation: string, details: unknown): string | undefined {
  return readText(details, "backgroundTaskId") ?? IN_BACKGROUND.exec(observation.slice(0, 1000))?.[1]
}

function textOf(block: unknown, details: unknown): string {
  const text = contentText(readMember(block, "content"))
  if (NOTHING_PRINTED.test(text)) return ""
  if (text !== "") return text
  if (typeof details === "string") return details
  const streams = [readText(details, "stdout") ?? "", readText(details, "stderr") ?? ""]
  return streams.filter((stream) => stream !== "").join("\n")
}

function statusOf(observation: string, details: unknown): CallResult["status"] {
  if (details === "User rejected tool use" || REFUSALS.some((start) => observation.startsWith(start)))
    return "refused"
  if (readMember(details, "interrupted") === true || observation.startsWith(INTERRUPTED)) return "interrupted"
  return undefined
}

function polled(observation: string, details: unknown): CallResult {
  const task = readMember(details, "task") ?? details
  const is_running = readText(task, "status") === "running" || observation.slice(0, 4000).includes(STILL_RUNS)
  if (is_running)
    return { observation, status: "running", annotations: { evidence_role: "observation", soft: true } }
  return { observation, exit_code: readNumber(task, "exitCode") ?? readToolOutput(observation).exit_code }
}
