import { redactSecrets, cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { DetectorStep } from "@proofloop/runtime/internal/detector"
import type { RecordedCall, RecordedTurn } from "../sessions/session.ts"
import type { TimelineCall, TimelineTurn, Trip } from "./run_replay.ts"

const KEPT_AT_EACH_END = 1000
const MAX_CALLS = 32
const MAX_TEXT = 160
const MAX_READ = 1000

/** The turns of a run as they are shown, in bounded memory: of a very long run the first and last thousand. */
export class Timeline {
  readonly #first: TimelineTurn[] = []
  readonly #last: TimelineTurn[] = []
  #omitted = 0

  add(turn: RecordedTurn, settled: DetectorStep, trips: readonly Trip[], number: number): void {
    const row = describeTurn(turn, settled, trips, number)
    if (this.#first.length < KEPT_AT_EACH_END) {
      this.#first.push(row)
      return
    }
    this.#last.push(row)
    if (this.#last.length < 2 * KEPT_AT_EACH_END) return
    this.#omitted += this.#last.splice(0, KEPT_AT_EACH_END).length
  }

  /** Messages about the last turn that come only with the next reply. */
  addTrips(trips: readonly Trip[]): void {
    const rows = this.#last.length > 0 ? this.#last : this.#first
    const row = rows.at(-1)
    if (row !== undefined && trips.length > 0)
      rows[rows.length - 1] = { ...row, trips: [...row.trips, ...trips] }
  }

  turns(): readonly TimelineTurn[] {
    const last = this.#last.slice(-KEPT_AT_EACH_END)
    const omitted = this.#omitted + this.#last.length - last.length
    const [next, ...others] = last
    if (next === undefined) return this.#first
    return [...this.#first, omitted === 0 ? next : { ...next, omitted }, ...others]
  }
}

function describeTurn(
  turn: RecordedTurn,
  { results, current_failure }: DetectorStep,
  trips: readonly Trip[],
  number: number,
): TimelineTurn {
  const calls = turn.calls.slice(0, MAX_CALLS).map((call, index) => describeCall(call, results[index]))
  return {
    turn: number,
    text: shortText(turn.text),
    ...(turn.tokens === undefined ? {} : { tokens: turn.tokens.input + turn.tokens.output }),
    calls,
    trips,
    ...(current_failure === undefined
      ? {}
      : {
          failing: {
            check_id: shortText(current_failure.check_id),
            signature: current_failure.signature,
            streak: current_failure.same_diagnostic_streak,
          },
        }),
  }
}

function describeCall(
  call: RecordedCall,
  settled: DetectorStep["results"][number] | undefined,
): TimelineCall {
  const evidence = settled?.evidence ?? null
  const checks = evidence !== null && settled?.role === "verification"
  const edits = settled?.wrote === true || settled?.is_edit === true
  const failing = evidence?.class === "fail"
  return {
    event: call.event,
    tool: shortText(call.tool_call.name ?? ""),
    summary: summaryOf(call.tool_call.arguments),
    role: checks ? (edits ? "edit_and_check" : "check") : edits ? "edit" : "observation",
    outcome: outcomeOf(call, settled),
    ...(checks ? { check_id: shortText(evidence.check_id) } : {}),
    ...(failing ? { signature: evidence.signature, snippet: evidence.snippet } : {}),
  }
}

function outcomeOf(
  { result }: RecordedCall,
  settled: DetectorStep["results"][number] | undefined,
): TimelineCall["outcome"] {
  if (result.status === "interrupted") return "none"
  if (settled?.ok !== true) return "failed"
  return (settled.evidence?.weakness ?? "") === "" ? "ok" : "weak"
}

const TELLING = ["command", "cmd", "path", "file_path", "file_name", "pattern", "query", "url"]

function summaryOf(call_arguments: unknown): string {
  if (typeof call_arguments === "string") return shortText(call_arguments)
  if (typeof call_arguments !== "object" || call_arguments === null) return ""
  const fields = new Map(Object.entries(call_arguments))
  const [command, path] = [fields.get("command"), fields.get("path")]
  // An editor's command is a word such as "view", which tells less than the path it is about.
  if (typeof path === "string" && typeof command === "string" && !/\s/.test(command)) return shortText(path)
  const found = TELLING.map((name) => fields.get(name)).find((value) => typeof value === "string")
  if (typeof found === "string") return shortText(found)
  const words = [...fields].slice(0, 8).map(([name, value]) => `${name}: ${plain(value)}`)
  return shortText(words.join(", "))
}

function plain(value: unknown): string {
  if (typeof value === "string") return value.slice(0, MAX_TEXT)
  return typeof value === "object" && value !== null ? "…" : String(value)
}

function shortText(text: string): string {
  return cutCodePoints(oneLine(redactSecrets(text.slice(0, MAX_READ))), MAX_TEXT)
}
