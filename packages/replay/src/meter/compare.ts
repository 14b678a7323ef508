import type { RunReplay } from "../replay/run_replay.ts"
import { type BootstrapOptions, bootstrapInterval, type Interval } from "./bootstrap.ts"
import type { Label } from "./labels.ts"
import { SCORED_CONFIDENCE, type Score, type ScoredRun, scoreRun, sumScores } from "./score.ts"

export interface MeteredRun {
  readonly trips: number
  /** Event and turn of the first trip; null without one. */
  readonly first_trip: {
    /** Event of the trip, counted from 0. */
    readonly event: number
    /** Turn of the trip, counted from 1. */
    readonly turn: number
    readonly pattern: string
  } | null
  /** Turns after the first trip. */
  readonly turns_at_stake: number
  /** Null where the recording tells no tokens. */
  readonly tokens_at_stake: number | null
  /** Turns after the first hard stop. */
  readonly turns_after_hard_stop: number
  readonly recovered: boolean
  /** A hard stop on a run that went on to pass its check. */
  readonly harm: boolean
  /** Against the label; null without one of confidence 2 or 3. */
  readonly score: ScoredRun | null
}

export interface MeteredPair {
  readonly id: string
  readonly source: string
  readonly turns: number
  readonly a: MeteredRun
  readonly b: MeteredRun
}

export interface MeterSide {
  readonly trips: number
  readonly tripped_runs: number
  /** Turns after first trips, over all runs. */
  readonly turns_at_stake: number
  /** Of the recordings that tell tokens; null where none does. */
  readonly tokens_at_stake: number | null
  /** Turns after first hard stops, over all runs: an upper bound of what they would save. */
  readonly turns_after_hard_stop: number
  /** Runs that passed their check after a hard stop would have ended them. */
  readonly hard_stop_harm: number
  /** Runs that passed their check after a trip. */
  readonly recovered_runs: number
  /** Runs that tripped here and not with the other. */
  readonly alone: number
  /** Runs that tripped earlier here than with the other. */
  readonly earlier: number
  /** With labels: over the runs with a label of confidence 2 or 3, by their first trip. */
  readonly score:
    | (Score & {
        /** Intervals of confidence of the scores, from resampled runs. */
        readonly intervals: Intervals
      })
    | null
}

export interface Intervals {
  /** Of the share of tripped runs that stall; null: undefined. */
  readonly precision: Interval | null
  /** Of the share of stalling runs that tripped; null: undefined. */
  readonly recall: Interval | null
  /** Of the harmonic mean of both; null: undefined. */
  readonly f1: Interval | null
  /** Events. */
  readonly median_delay: Interval | null
}

export interface Meter {
  readonly runs: number
  readonly turns: number
  /** Runs with a label that is scored. */
  readonly labelled: number
  readonly a: MeterSide
  readonly b: MeterSide
  /** F1 of b minus F1 of a over the same resampled runs; null without labels. */
  readonly f1_difference: {
    /** F1 of b minus F1 of a, from -1 to 1. */
    readonly value: number
    /** Its interval of confidence; null: undefined. */
    readonly interval: Interval | null
  } | null
}

/** The result of one replay under one detector. Labels of low confidence are not scored. */
export function meterRun(replay: RunReplay, label: Label | undefined): MeteredRun {
  const [first] = replay.trips
  const scored = label !== undefined && label.confidence >= SCORED_CONFIDENCE
  return {
    trips: replay.trips.length,
    first_trip: first === undefined ? null : { event: first.event, turn: first.turn, pattern: first.pattern },
    turns_at_stake: replay.after_trip.turns,
    tokens_at_stake: replay.tokens === undefined ? null : (replay.after_trip.tokens ?? 0),
    turns_after_hard_stop: replay.after_hard_stop.turns,
    recovered: replay.recovered_after_trip,
    harm: replay.recovered_after_hard_stop,
    score: scored
      ? scoreRun(
          label,
          replay.trips.map(({ event }) => event),
        )
      : null,
  }
}

/** Compares two detectors over the same runs, with bootstrap intervals where there are labels. */
export function compareDetectors(pairs: readonly MeteredPair[], options: BootstrapOptions = {}): Meter {
  const scored = pairs.filter(({ a, b }) => a.score !== null && b.score !== null)
  const difference = (drawn: readonly MeteredPair[]): number | null => {
    const [a, b] = [f1Of(drawn, "a"), f1Of(drawn, "b")]
    return a === null || b === null ? null : b - a
  }
  const value = difference(scored)
  return {
    runs: pairs.length,
    turns: sum(pairs, ({ turns }) => turns),
    labelled: scored.length,
    a: sideOf(pairs, "a", "b", options),
    b: sideOf(pairs, "b", "a", options),
    f1_difference:
      value === null ? null : { value, interval: bootstrapInterval(scored, difference, options) },
  }
}

type SideName = "a" | "b"

function sideOf(
  pairs: readonly MeteredPair[],
  side: SideName,
  other: SideName,
  options: BootstrapOptions,
): MeterSide {
  const runs = pairs.map((pair) => pair[side])
  return {
    trips: sum(runs, ({ trips }) => trips),
    tripped_runs: sum(runs, ({ trips }) => Number(trips > 0)),
    turns_at_stake: sum(runs, (run) => run.turns_at_stake),
    tokens_at_stake: runs.every((run) => run.tokens_at_stake === null)
      ? null
      : sum(runs, (run) => run.tokens_at_stake ?? 0),
    turns_after_hard_stop: sum(runs, (run) => run.turns_after_hard_stop),
    hard_stop_harm: sum(runs, ({ harm }) => Number(harm)),
    recovered_runs: sum(runs, ({ recovered }) => Number(recovered)),
    alone: sum(pairs, (pair) => Number(pair[side].first_trip !== null && pair[other].first_trip === null)),
    earlier: sum(pairs, (pair) => Number(isEarlier(pair[side], pair[other]))),
    score: scoreOf(runs, options),
  }
}

function scoreOf(runs: readonly MeteredRun[], options: BootstrapOptions): MeterSide["score"] {
  const scored = runs.flatMap(({ score }) => score ?? [])
  if (scored.length === 0) return null
  const interval = (name: keyof Intervals): Interval | null =>
    bootstrapInterval(scored, (drawn) => sumScores(drawn)[name], options)
  return {
    ...sumScores(scored),
    intervals: {
      precision: interval("precision"),
      recall: interval("recall"),
      f1: interval("f1"),
      median_delay: interval("median_delay"),
    },
  }
}

function f1Of(pairs: readonly MeteredPair[], side: SideName): number | null {
  return sumScores(pairs.flatMap((pair) => pair[side].score ?? [])).f1
}

function isEarlier(run: MeteredRun, other: MeteredRun): boolean {
  if (run.first_trip === null || other.first_trip === null) return false
  return run.first_trip.event < other.first_trip.event
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
