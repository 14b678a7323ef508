import type { RunReplay } from "@proofloop/stdlib/replay"

/** Sums over the runs of a replay. */
export interface Totals {
  readonly runs: number
  readonly turns: number
  readonly tokens: number
  readonly tripped: number
  readonly hard_stopped: number
  readonly recovered: number
  /** Ids of runs that passed after a hard stop, the first few. */
  readonly harmed: readonly string[]
  readonly harm: number
  readonly turns_at_stake: number
  readonly tokens_at_stake: number
  readonly turns_after_hard_stop: number
  readonly first_trips: ReadonlyMap<string, number>
}

const NAMED = 5

export const emptyTotals: Totals = {
  runs: 0,
  turns: 0,
  tokens: 0,
  tripped: 0,
  hard_stopped: 0,
  recovered: 0,
  harmed: [],
  harm: 0,
  turns_at_stake: 0,
  tokens_at_stake: 0,
  turns_after_hard_stop: 0,
  first_trips: new Map(),
}

export function withRun(totals: Totals, run: RunReplay): Totals {
  const [first] = run.trips
  const harmed = run.recovered_after_hard_stop
  const first_trips = new Map(totals.first_trips)
  if (first !== undefined) first_trips.set(first.pattern, (first_trips.get(first.pattern) ?? 0) + 1)
  return {
    runs: totals.runs + 1,
    turns: totals.turns + run.turns,
    tokens: totals.tokens + (run.tokens ?? 0),
    tripped: totals.tripped + (first === undefined ? 0 : 1),
    hard_stopped: totals.hard_stopped + (run.trips.some(({ hard_stop }) => hard_stop) ? 1 : 0),
    recovered: totals.recovered + (run.recovered_after_trip ? 1 : 0),
    harmed: harmed && totals.harmed.length < NAMED ? [...totals.harmed, run.id] : totals.harmed,
    harm: totals.harm + (harmed ? 1 : 0),
    turns_at_stake: totals.turns_at_stake + run.after_trip.turns,
    tokens_at_stake: totals.tokens_at_stake + (run.after_trip.tokens ?? 0),
    turns_after_hard_stop: totals.turns_after_hard_stop + run.after_hard_stop.turns,
    first_trips,
  }
}
