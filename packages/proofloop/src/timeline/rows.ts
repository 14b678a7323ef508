import { plural } from "@proofloop/foundation/text"
import type { LoopEvent } from "@proofloop/runtime"
import { unjudgedWords } from "@proofloop/runtime/internal/detector"
import type { EventOf } from "./event.ts"
import type { Row } from "./row.ts"

export function startRow({ repair_aware, limit, tools }: EventOf<"run_start">): Row {
  const text = `repair_aware ${repair_aware ? "on" : "off"}, up to ${plural(limit, "turn")}, ${plural(tools.length, "tool")}`
  return { tone: "quiet", label: "start", text }
}

export function endRow({ status, stop_reason, verified, error_code }: EventOf<"run_end">): Row {
  return {
    tone: verified ? "good" : "bad",
    label: "end",
    text: endWords(status, stop_reason, error_code),
    outcome: verified ? "verified" : "not verified",
  }
}

/** "done, natural", "provider_error (transient)": a status that is its own reason is said once. */
export function endWords(status: string, stop_reason: string, error_code?: string): string {
  const reason = status === stop_reason ? status : `${status}, ${stop_reason}`
  return error_code === undefined || error_code === "" ? reason : `${reason} (${error_code})`
}

export function modelRows(event: EventOf<"model_call_end">): readonly Row[] {
  if (!event.ok)
    return [{ tone: "bad", label: "model", text: event.error_kind ?? "failed", outcome: "failed" }]
  const label = event.purpose === "final_wrapup" ? "sums up" : "says"
  const tone = event.tool_count > 0 ? "quiet" : "plain"
  if (event.text !== undefined) return event.text.trim() === "" ? [] : [{ tone, label, text: event.text }]
  return event.tool_count > 0 ? [] : [{ tone, label, text: plural(event.text_length, "character") }]
}

export function stallRow(warning: EventOf<"agent_loop_stall_warning">["warning"]): Row {
  const { pattern, tool_name, count, hard_stop } = warning
  return {
    tone: "alert",
    label: "stall",
    text: [pattern, tool_name].filter(Boolean).join(" on "),
    outcome: `${count} times${hard_stop ? ", hard stop" : ""}`,
  }
}

/** The loop's message to the model. A veto is told by its verification. */
export function feedbackRows({ kind, text }: EventOf<"feedback_injected">): readonly Row[] {
  if (kind === "verify_completion") return []
  const nudge = kind === "stall_diagnostics"
  const [first = kind, ...rest] = (text ?? "").split("\n").filter((line) => line.trim() !== "")
  const quoted = rest.filter((line) => line.startsWith("> "))
  return [
    { tone: nudge ? "alert" : "quiet", label: nudge ? "nudge" : "told", text: first, wraps: true },
    ...quoted.map((line): Row => ({ tone: "quiet", label: "", text: line, wraps: true })),
  ]
}

export function budgetRow({ kind }: EventOf<"budget_exhausted">): Row {
  return { tone: "alert", label: "budget", text: `${kind} used up` }
}

/** The outcome of a verification before giving up, by its phase. */
const RESERVE_WORDS: Readonly<Record<EventOf<"reserved_terminal_verify">["phase"], string>> = {
  verify_passed: "the verification before giving up passed",
  verify_failed: "the verification before giving up did not pass",
  grant: "one more turn to repair what failed",
}

export function noticeRow(event: LoopEvent): readonly Row[] {
  switch (event.type) {
    case "iteration_end":
      return event.skip_reason === undefined
        ? []
        : [{ tone: "alert", label: "skipped", text: `tool calls not run: ${event.skip_reason}` }]
    case "model_retry":
      return [
        {
          tone: "alert",
          label: "retry",
          text: event.error_kind,
          outcome: `attempt ${event.attempt} in ${(event.delay_ms / 1000).toFixed(1)} s`,
        },
      ]
    case "loop_control_decision": {
      const text = `${event.action}: ${event.reason}`
      return [
        { tone: "quiet", label: "budget", text, outcome: `${event.old_limit} to ${event.new_limit} turns` },
      ]
    }
    case "agent_loop_recovery_receipt":
      return event.status === "fired"
        ? []
        : [{ tone: "quiet", label: "rescue", text: `none: ${event.outcome.replaceAll("_", " ")}` }]
    case "budget_circuit_breaker":
      return [
        { tone: "bad", label: "breaker", text: `${event.consecutive_count} failed model calls in a row` },
      ]
    case "reserved_terminal_verify":
      return [{ tone: "quiet", label: "reserve", text: RESERVE_WORDS[event.phase] }]
    case "judge_decision":
      return event.source === "judge"
        ? [{ tone: "quiet", label: "judge", text: event.judge, outcome: event.verdict }]
        : []
    case "unjudged":
      return [
        {
          tone: "alert",
          label: "unread",
          text: unjudgedWords(event.unjudged, { tools: "tool_annotations" }),
          wraps: true,
        },
      ]
    case "host_callback_error":
      return [{ tone: "alert", label: "host", text: `${event.callback}: ${event.message ?? "failed"}` }]
    case "run_resumed": {
      const doubt = event.in_doubt.length === 0 ? "" : `, in doubt: ${event.in_doubt.join(", ")}`
      return [{ tone: "alert", label: "resumed", text: `after ${plural(event.records, "record")}${doubt}` }]
    }
    case "suspend_requested":
      return [{ tone: "quiet", label: "suspend", text: "at the end of this turn" }]
    case "events_dropped":
      return [
        { tone: "alert", label: "display", text: `fell behind: ${plural(event.count, "event")} not shown` },
      ]
    default:
      return []
  }
}
