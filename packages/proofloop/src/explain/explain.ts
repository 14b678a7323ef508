import { statSync } from "node:fs"
import { resolve } from "node:path"
import { cutCodePoints, oneLine, parsedJson, plural } from "@proofloop/foundation/text"
import type { LoopEvent, RunStatus, StopReason } from "@proofloop/runtime"
import type { StallWarning } from "@proofloop/runtime/internal/detector"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { wrapText } from "../console/wrap.ts"
import { createStyle } from "../terminal/style.ts"
import { createTimeline, type Timeline } from "../timeline/timeline.ts"
import { explainJournal, isJournalHead } from "./journal.ts"
import { linesOf } from "./lines.ts"

/** Prints the timeline of a trace or a journal; `--json` prints a summary of each run. Throws Misuse. */
export async function explain(input: Input, io: Io): Promise<number> {
  const [name = ""] = input.positionals
  const file = resolve(io.cwd, name)
  checkFile(file, name)
  for await (const line of linesOf(file)) {
    if (line.trim() === "") continue
    return isJournalHead(line) ? explainJournal(file, name, input, io) : explainTrace(file, name, input, io)
  }
  return explainTrace(file, name, input, io)
}

/** Line by line, so a file may have any length. */
async function explainTrace(file: string, name: string, input: Input, io: Io): Promise<number> {
  const style = createStyle(io.stdout, io.env)
  const runs = new Map<string, { readonly timeline: Timeline; summary: RunSummary }>()
  const broken: BrokenLine[] = []
  let shown = ""
  let number = 0
  const report = (problem: string): void => {
    broken.push({ line: number, problem })
    if (runs.size > 0) tellBroken(name, broken.slice(-1), io)
  }
  for await (const line of linesOf(file)) {
    if (io.stdout.isClosed()) break
    number += 1
    if (line.trim() === "") continue
    const read = readTraceLine(line)
    if ("problem" in read) {
      report(read.problem)
      continue
    }
    const { event } = read
    const { run_id } = event
    const run = runs.get(run_id) ?? { timeline: createTimeline(style), summary: emptySummary(run_id) }
    // Of a file that holds no event at all, that is said once.
    if (runs.size === 0) tellBroken(name, broken, io)
    try {
      const lines = run.timeline(event)
      run.summary = withEvent(run.summary, event)
      runs.set(run_id, run)
      if (input.json || lines.length === 0) continue
      if (shown !== run_id)
        io.stdout.write(`${shown === "" ? "" : "\n"}${style.bold(`run ${oneLine(run_id)}`)}\n`)
      shown = run_id
      io.stdout.write(lines.map((text) => `${text}\n`).join(""))
    } catch {
      report(`event ${cutCodePoints(oneLine(event.type), 60)} lacks what it needs`)
    }
  }
  if (runs.size === 0 && !io.stdout.isClosed()) {
    throw new Misuse(`${name} holds no trace: ${plural(broken.length, "line")} and no event among them`)
  }
  const summaries = [...runs.values()].map(({ summary }) => summary)
  if (input.json) io.stdout.write(`${JSON.stringify({ file, runs: summaries, broken_lines: broken })}\n`)
  else
    for (const summary of summaries)
      if (summary.status === null) io.stdout.write(wrapText(unfinished(summary), style.width))
  return EXIT_CODES.clean
}

function tellBroken(name: string, broken: readonly BrokenLine[], io: Io): void {
  for (const { line, problem } of broken) io.stderr.write(`${name}:${line}: ${problem}, skipped\n`)
}

interface BrokenLine {
  readonly line: number
  readonly problem: string
}

function checkFile(file: string, name: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) throw new Misuse(`there is no file ${name}`)
  if (stats.isDirectory()) throw new Misuse(`${name} is a folder; explain needs the trace file itself`)
  if (stats.isFile() && stats.size === 0) throw new Misuse(`${name} is empty: no run has written to it`)
}

function unfinished({ run_id, turns }: RunSummary): string {
  return `\nThe trace ends in turn ${turns} of run ${oneLine(run_id)}: the process ended before the run did, or it is still going on.\n`
}

type TraceLine = { readonly event: LoopEvent } | { readonly problem: string }

/** Reads a line. Checks only what every event has; the rest was written by this library, or is shown as missing. */
function readTraceLine(line: string): TraceLine {
  const value = parsedJson(line)
  if (value === undefined) return { problem: "not JSON" }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "not an event" }
  const fields = Object.entries(FIELD_TYPES)
  const bad = fields.find(([name, type]) => typeof Reflect.get(value, name) !== type)
  return bad === undefined ? { event: value as LoopEvent } : { problem: `no event: ${bad[0]} is missing` }
}

const FIELD_TYPES = { type: "string", run_id: "string", iteration: "number", at_ms: "number" } as const

type RunSummary = Readonly<ReturnType<typeof emptySummary>>

function emptySummary(run_id: string) {
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

function withEvent(summary: RunSummary, event: LoopEvent): RunSummary {
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
