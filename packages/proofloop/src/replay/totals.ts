import type { Trip } from "@proofloop/replay"
import type { RunReplay } from "@proofloop/replay/internal"

const NAMED = 5

export const EMPTY_TOTALS = {
  runs: 0,
  runs_with_trips: 0,
  turns: 0,
  trips: 0,
  runs_with_hard_stops: 0,
  recovered_after_trip: 0,
  /** Runs that passed later, although a hard stop would have ended them. */
  harm: 0,
  harmed: [] as readonly string[],
  /** After the first trip of each run. */
  turns_at_stake: 0,
  tokens_at_stake: 0,
  seconds_at_stake: 0,
  /** After the first hard stop of each run. */
  turns_after_hard_stop: 0,
  tokens_after_hard_stop: 0,
  /** False where no recording has tokens, so that 0 does not look like an answer. */
  tells_tokens: false,
  /** How many runs tripped on each pattern first. */
  first_trips: new Map() as ReadonlyMap<Trip["pattern"], number>,
}

export type Totals = Readonly<typeof EMPTY_TOTALS>

export function withRun(totals: Totals, run: RunReplay): Totals {
  const [first] = run.trips
  const is_stopped = run.trips.some(({ hard_stop }) => hard_stop)
  const harm = run.recovered_after_hard_stop
  const first_trips = new Map(totals.first_trips)
  if (first !== undefined) first_trips.set(first.pattern, (first_trips.get(first.pattern) ?? 0) + 1)
  return {
    runs: totals.runs + 1,
    runs_with_trips: totals.runs_with_trips + Number(first !== undefined),
    turns: totals.turns + run.turns,
    trips: totals.trips + run.trips.length,
    runs_with_hard_stops: totals.runs_with_hard_stops + Number(is_stopped),
    recovered_after_trip: totals.recovered_after_trip + Number(run.recovered_after_trip),
    harm: totals.harm + Number(harm),
    harmed: harm && totals.harmed.length < NAMED ? [...totals.harmed, run.id] : totals.harmed,
    turns_at_stake: totals.turns_at_stake + run.after_trip.turns,
    tokens_at_stake: totals.tokens_at_stake + (run.after_trip.tokens ?? 0),
    seconds_at_stake: totals.seconds_at_stake + (run.after_trip.seconds ?? 0),
    turns_after_hard_stop: totals.turns_after_hard_stop + run.after_hard_stop.turns,
    tokens_after_hard_stop: totals.tokens_after_hard_stop + (run.after_hard_stop.tokens ?? 0),
    tells_tokens: totals.tells_tokens || run.tokens !== undefined,
    first_trips,
  }
}
