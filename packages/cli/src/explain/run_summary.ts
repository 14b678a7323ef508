import type { LoopEvent, RunStatus, StopReason } from "@proofloop/runtime"
import type { StallWarning } from "@proofloop/runtime/detector"

export type RunSummary = Readonly<ReturnType<typeof emptySummary>>

export function emptySummary(run_id: string) {
  return {
    run_id,
    /** null when the trace ends before the run did. */
    status: null as RunStatus | null,
    stop_reason: null as StopReason | null,
    verified: false,
    repair_aware: false,
    turns: 0,
    duration_ms: 0,
    input_tokens: 0,
    output_tokens: 0,
    tool_calls: 0,
    edits: 0,
    checks: 0,
    failed_checks: 0,
    vetoes: 0,
    nudges: 0,
    stall_warnings: [] as readonly Pick<StallWarning, "iteration" | "pattern" | "count">[],
  }
}

export function withEvent(summary: RunSummary, event: LoopEvent): RunSummary {
  const base = {
    ...summary,
    turns: Math.max(summary.turns, event.iteration),
    duration_ms: Math.max(summary.duration_ms, event.at_ms),
  }
  switch (event.type) {
    case "run_start":
      return { ...base, repair_aware: event.repair_aware }
    case "run_end":
      return { ...base, status: event.status, stop_reason: event.stop_reason, verified: event.verified }
    case "model_call_end":
      return {
        ...base,
        input_tokens: base.input_tokens + (event.usage?.input_tokens ?? 0),
        output_tokens: base.output_tokens + (event.usage?.output_tokens ?? 0),
      }
    case "tool_call_end":
      return { ...base, tool_calls: base.tool_calls + 1, edits: base.edits + (event.mutated ? 1 : 0) }
    case "evidence": {
      const failed_checks = base.failed_checks + (event.class === "fail" ? 1 : 0)
      return { ...base, checks: base.checks + 1, failed_checks }
    }
    case "verification_end":
      return event.status === "fail" ? { ...base, vetoes: base.vetoes + 1 } : base
    case "feedback_injected":
      return event.kind === "stall_diagnostics" ? { ...base, nudges: base.nudges + 1 } : base
    case "agent_loop_stall_warning": {
      const { iteration, pattern, count } = event.warning
      return { ...base, stall_warnings: [...base.stall_warnings, { iteration, pattern, count }] }
    }
    default:
      return base
  }
}
