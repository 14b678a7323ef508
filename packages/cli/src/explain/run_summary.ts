import type { LoopEvent, RunStatus, StopReason } from "@proofloop/runtime"

export interface RunSummary {
  readonly run_id: string
  /** null when the trace ends before the run did. */
  readonly status: RunStatus | null
  readonly stop_reason: StopReason | null
  readonly verified: boolean
  readonly repair_aware: boolean
  readonly turns: number
  readonly duration_ms: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly tool_calls: number
  readonly edits: number
  readonly checks: number
  readonly failed_checks: number
  readonly vetoes: number
  readonly nudges: number
  readonly stall_warnings: readonly {
    readonly iteration: number
    readonly pattern: string
    readonly count: number
  }[]
}

export function emptySummary(run_id: string): RunSummary {
  return {
    run_id,
    status: null,
    stop_reason: null,
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
    stall_warnings: [],
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
