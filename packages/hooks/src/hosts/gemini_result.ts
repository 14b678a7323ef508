import { readMember } from "@proofloop/foundation/text"
import { withoutFrame } from "@proofloop/replay/internal/recording"
import { MARK } from "../events/hook_reply.ts"
import type { HookCall } from "../events/host_event.ts"

type Outcome = Pick<HookCall, "observation" | "exit_code" | "failed" | "status">

const FRAME = /^(?:<untrusted_context>\n)?(?:Command: |Output: )/
const EXIT_CODE = /^Exit Code: (-?\d{1,10})$/
const ENDED_OTHERWISE = /^(?:Signal: (?!0$|\(none\)$)|Error: (?!\(none\)$)|Exit Code: )/
const FOOT_LINES = 8
const IN_BACKGROUND = /^(?:Command moved to background|Background command started)\b/
const CANCELLED = /^Command was cancelled\b/
const TIMED_OUT = /^Command (?:was automatically cancelled because it exceeded|timed out)\b/

/** The shell results of Gemini CLI and Qwen Code: a frame of lines around the output, with the exit code unless it is 0. */
export function geminiShellResult(said: string, call_arguments: unknown): Outcome {
  const text = withoutAdded(withoutOurs(said))
  const observation = withoutFrame(text)
  if (readMember(call_arguments, "is_background") === true || IN_BACKGROUND.test(text))
    return { observation, status: "running" }
  if (CANCELLED.test(text)) return { observation, status: "interrupted" }
  if (TIMED_OUT.test(text)) return { observation, failed: true }
  const foot = text.slice(-4000).split("\n").slice(-FOOT_LINES)
  const told = foot.findLast((line) => EXIT_CODE.test(line))
  if (told !== undefined) return { observation, exit_code: Number(EXIT_CODE.exec(told)?.[1]) }
  if (!FRAME.test(text)) return { observation }
  return foot.some((line) => ENDED_OTHERWISE.test(line))
    ? { observation, failed: true }
    : { observation, exit_code: 0 }
}

/** The content of a command's frame, without text that any hook added behind its last line. */
function withoutAdded(text: string): string {
  const last_line = text.lastIndexOf("\nProcess Group PGID: ")
  const end = last_line === -1 ? -1 : text.indexOf("\n\n", last_line)
  return end === -1 ? text : text.slice(0, end)
}

/** A result as it was before a hook of ours added to it. */
export function withoutOurs(text: string): string {
  const at = text.lastIndexOf(`\n\n${MARK} `)
  return at === -1 ? text : text.slice(0, at)
}
