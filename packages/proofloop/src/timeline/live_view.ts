import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { LoopEvent } from "@proofloop/runtime"
import type { Io, Output } from "../console/io.ts"
import type { Style } from "../terminal/style.ts"
import { createTimeline } from "./timeline.ts"
import { subjectOf } from "./tool_row.ts"

const ERASE_LINE = "\r\u001b[K"

/** Shows a live run. On a terminal, a last line also says what it waits for, and is then removed. */
export function createLiveView(out: Output, style: Style, env: Io["env"]): (event: LoopEvent) => void {
  const timeline = createTimeline(style)
  const can_erase = out.is_terminal && env["TERM"] !== "dumb"
  let waiting = ""
  return (event) => {
    const lines = timeline(event)
    const next = can_erase ? waitingFor(event, waiting) : ""
    if (lines.length === 0 && next === waiting) return
    const shown =
      next === "" ? "" : style.dim(cutCodePoints(`${" ".repeat(12)}… ${oneLine(next)}`, style.width))
    out.write(`${waiting === "" ? "" : ERASE_LINE}${lines.map((line) => `${line}\n`).join("")}${shown}`)
    waiting = next
  }
}

function waitingFor(event: LoopEvent, before: string): string {
  switch (event.type) {
    case "model_call_start":
      return "waiting for the model"
    case "tool_call_start":
      return `${event.tool_name} ${subjectOf(event.arguments)}`
    case "verification_start":
      return "verifying"
    case "model_call_end":
    case "tool_call_end":
    case "verification_end":
    case "run_end":
      return ""
    default:
      return before
  }
}
