import { isRecord, readMember, readNumber } from "@proofloop/foundation/text"
import { readToolOutput } from "@proofloop/runtime/internal/detector"
import { callArguments } from "../call_arguments.ts"
import { contentText } from "../content_text.ts"
import type { CallResult } from "../conversation.ts"

const RUNNING = /^Process running with session ID (\d{1,19})$/m
const REFUSED = /^(?:exec command |patch |command )?(?:rejected by user|denied by user|was rejected)/i
const ABORTED = /^aborted(?: by user)?\b/i
const HEADER_CHARACTERS = 2000

/** What an output item says: text under a header with the exit code, JSON text that holds both, or a list of parts. */
export function codexResult(output: unknown, is_patch: boolean): CallResult {
  const held = typeof output === "string" && output.startsWith("{") ? callArguments(output) : output
  const metadata = readMember(held, "metadata")
  const inner = isRecord(held) ? (readMember(held, "output") ?? readMember(held, "content")) : undefined
  const text = contentText(inner ?? (isRecord(held) && typeof output === "string" ? output : held))
  if (REFUSED.test(text)) return { observation: text, status: "refused" }
  if (ABORTED.test(text)) return { observation: text, status: "interrupted" }
  if (RUNNING.test(text.slice(0, HEADER_CHARACTERS))) return { observation: text, status: "running" }
  const recorded = readNumber(metadata, "exit_code")
  const { text: observation, exit_code = recorded } =
    recorded === undefined ? readToolOutput(text) : { text, exit_code: recorded }
  const is_failure = readMember(held, "success") === false || (is_patch && (exit_code ?? 0) !== 0)
  return { observation, exit_code, failed: is_failure ? true : undefined }
}

export function runningSession({ status, observation }: CallResult): string | undefined {
  return status === "running" ? RUNNING.exec(observation ?? "")?.[1] : undefined
}
