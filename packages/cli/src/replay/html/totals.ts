import type { RunReplay } from "@proofloop/stdlib/replay"

/** Sums over all runs of a report. */
export interface ReportTotals {
  readonly runs: number
  readonly runs_with_trips: number
  readonly turns: number
  readonly trips: number
  readonly hard_stops: number
  readonly recovered_after_trip: number
  /** Runs that passed after a hard stop would have ended them. */
  readonly harm: number
  /** After the first trip of each run. */
  readonly turns_at_stake: number
  readonly tokens_at_stake: number
  /** After the first hard stop of each run. */
  readonly turns_after_hard_stop: number
  readonly tokens_after_hard_stop: number
  /** False where no recording tells tokens, so that 0 is not taken for an answer. */
  readonly tells_tokens: boolean
}

export const no_runs: ReportTotals = {
  runs: 0,
  runs_with_trips: 0,
  turns: 0,
  trips: 0,
  hard_stops: 0,
  recovered_after_trip: 0,
  harm: 0,
  turns_at_stake: 0,
  tokens_at_stake: 0,
  turns_after_hard_stop: 0,
  tokens_after_hard_stop: 0,
  tells_tokens: false,
}

export function addRun(totals: ReportTotals, run: RunReplay): ReportTotals {
  return {
    runs: totals.runs + 1,
    runs_with_trips: totals.runs_with_trips + Number(run.trips.length > 0),
    turns: totals.turns + run.turns,
    trips: totals.trips + run.trips.length,
    hard_stops: totals.hard_stops + run.trips.filter(({ hard_stop }) => hard_stop).length,
    recovered_after_trip: totals.recovered_after_trip + Number(run.recovered_after_trip),
    harm: totals.harm + Number(run.recovered_after_hard_stop),
    turns_at_stake: totals.turns_at_stake + run.after_trip.turns,
    tokens_at_stake: totals.tokens_at_stake + (run.after_trip.tokens ?? 0),
    turns_after_hard_stop: totals.turns_after_hard_stop + run.after_hard_stop.turns,
    tokens_after_hard_stop: totals.tokens_after_hard_stop + (run.after_hard_stop.tokens ?? 0),
    tells_tokens: totals.tells_tokens || run.tokens !== undefined,
  }
}
