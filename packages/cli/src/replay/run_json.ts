import type { RunReplay } from "@proofloop/replay"

/** What `--json` prints of a run. */
export function runJson(run: RunReplay): Record<string, unknown> {
  const { id, source, events, turns, trips, after_trip, after_hard_stop } = run
  const { recovered_after_trip, recovered_after_hard_stop } = run
  return {
    id,
    source,
    events,
    turns,
    trips,
    after_trip,
    after_hard_stop,
    recovered_after_trip,
    recovered_after_hard_stop,
  }
}
