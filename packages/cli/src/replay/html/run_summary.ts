import type { RunReplay, Trip } from "@proofloop/replay"

/** What the table says of a run. */
export interface RunSummary {
  readonly edits: number
  readonly checks: number
  readonly failed_checks: number
  /** A part of the timeline is left out, and with it what it would have added to the counts. */
  readonly is_partial: boolean
  readonly first_trip: Trip | undefined
  readonly patterns: readonly string[]
  readonly hard_stops: number
}

export function summarise(run: RunReplay): RunSummary {
  const calls = run.timeline.flatMap((turn) => turn.calls)
  const checks = calls.filter(({ role }) => role === "check" || role === "edit_and_check")
  return {
    edits: calls.filter(({ role }) => role === "edit" || role === "edit_and_check").length,
    checks: checks.length,
    failed_checks: checks.filter(({ outcome }) => outcome === "failed").length,
    is_partial: run.timeline.some(({ omitted = 0 }) => omitted > 0),
    first_trip: run.trips[0],
    patterns: [...new Set(run.trips.map(({ pattern }) => pattern))],
    hard_stops: run.trips.filter(({ hard_stop }) => hard_stop).length,
  }
}
