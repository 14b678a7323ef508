import type { LoopEvent } from "@proofloop/runtime"
import type { Style } from "../terminal/style.ts"
import type { EventOf } from "./event.ts"
import { checkRow, type EvidenceEvent, failureRow, firstWords, verdictRow } from "./evidence_rows.ts"
import { type Row, renderRow } from "./row.ts"
import { budgetRow, endRow, feedbackRows, modelRows, noticeRow, stallRow, startRow } from "./rows.ts"
import { type CallEnd, type CallStart, toolRow } from "./tool_row.ts"

/** Turns the events of one run into lines for people, live or from a trace; content is shown where events carry it. */
export type Timeline = (event: LoopEvent) => readonly string[]

const MOST_WORDS = 64

/** A new timeline. One timeline reads one run. */
export function createTimeline(style: Style): Timeline {
  const calls = new Map<string, CallStart>()
  /** Calls that judge the work, told once their result is known. */
  let undecided: readonly CallEnd[] = []
  let verdicts: readonly EvidenceEvent[] = []
  let decision: EventOf<"judge_decision"> | undefined
  let told_failure = ""
  const words = new Map<string, string>()
  let turn_shown = -1

  function rowsOf(event: LoopEvent): readonly Row[] {
    switch (event.type) {
      case "run_start":
        return [startRow(event)]
      case "run_end":
        return [endRow(event)]
      case "model_call_end":
        return modelRows(event)
      case "tool_call_start":
        calls.set(event.call_id, event)
        return []
      case "tool_call_end":
        if (event.evidence_role !== "verification") return [toolRow(event, calls.get(event.call_id))]
        undecided = [...undecided, event]
        return []
      case "evidence": {
        if (event.class === "fail") {
          words.delete(event.signature)
          words.set(event.signature, firstWords(event.snippet))
          for (const oldest of [...words.keys()].slice(0, -MOST_WORDS)) words.delete(oldest)
        }
        if (event.source !== "tool_result") {
          verdicts = [...verdicts, event]
          return []
        }
        const told = undecided.find(({ check_id }) => check_id === event.check_id)
        undecided = undecided.filter((end) => end !== told)
        return [checkRow(event)]
      }
      case "iteration_end": {
        const rest = undecided.map((end) => toolRow(end, calls.get(end.call_id)))
        undecided = []
        calls.clear()
        const row = failureRow(event, told_failure, words)
        if (row !== null) told_failure = row.text
        return [...rest, ...(row === null ? [] : [row]), ...noticeRow(event)]
      }
      case "verification_start":
        verdicts = []
        decision = undefined
        return []
      case "judge_decision":
        if (event.judge === "verify_completion") decision = event
        return noticeRow(event)
      case "verification_end":
        return [verdictRow(event, verdicts, decision)]
      case "agent_loop_stall_warning":
        return [stallRow(event.warning)]
      case "feedback_injected":
        return feedbackRows(event)
      case "budget_exhausted":
        return [budgetRow(event)]
      default:
        return noticeRow(event)
    }
  }

  return (event) =>
    rowsOf(event).flatMap((row) => {
      const first = event.iteration !== turn_shown && event.iteration > 0
      if (first) turn_shown = event.iteration
      return renderRow(row, first ? { turn: event.iteration, at_ms: event.at_ms } : null, style)
    })
}
