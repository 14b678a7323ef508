import type { Episode, Label } from "./labels.ts"

export interface ScoredRun {
  readonly id: string
  /** The kind of stall; "none" for none. */
  readonly label: string
  /** A trip lies inside an episode. */
  readonly hit: boolean
  /** The first trip lies in no episode. */
  readonly false_positive: boolean
  /** It stalls, and no trip that counts lies inside an episode. */
  readonly missed: boolean
  /** First trip inside an episode, minus the event at which a reader would step in; null without a hit. */
  readonly delay: number | null
  /** How many of all trips lie in no episode. */
  readonly trips_outside: number
}

/** Sums over scored runs. Ratios are null where nothing could be divided. */
export interface Score {
  readonly runs: number
  /** Stalling runs with a trip inside an episode. */
  readonly hits: number
  /** Runs whose first trip lies in no episode. */
  readonly false_positives: number
  /** Stalling runs without a trip inside an episode. */
  readonly missed: number
  /** Hits among hits and false positives, from 0 to 1. */
  readonly precision: number | null
  /** Hits among hits and missed runs, from 0 to 1. */
  readonly recall: number | null
  /** The harmonic mean of precision and recall, from 0 to 1. */
  readonly f1: number | null
  readonly by_kind: Readonly<
    Record<
      string,
      {
        readonly hits: number
        readonly runs: number
      }
    >
  >
  /** Events. */
  readonly median_delay: number | null
  /** The share of hits at most one event away from where a reader would step in. */
  readonly within_one_event: number | null
}

export interface ScoreOptions {
  /** Look at the first trip of a run only, as is fair when detectors are compared. Default true. */
  readonly first_only?: boolean | undefined
}

/** The lowest confidence of a label that is scored. */
export const SCORED_CONFIDENCE = 2

/**
 * Compares one run's trips with its label. A trip is inside an episode from the event after `first` to the event after
 * `last`. A run whose first trip is outside is a false positive, and also a hit if a later trip is inside.
 */
export function scoreRun(
  label: Label,
  trips: readonly number[],
  { first_only = true }: ScoreOptions = {},
): ScoredRun {
  const sorted = trips.toSorted((a, b) => a - b)
  const looked_at = first_only ? sorted.slice(0, 1) : sorted
  const found = looked_at
    .map((trip) => ({ trip, episode: label.episodes.find((episode) => isInside(trip, episode)) }))
    .find(({ episode }) => episode !== undefined)
  const [first] = looked_at
  const stalls = label.label !== "none"
  return {
    id: label.id,
    label: label.label,
    hit: stalls && found !== undefined,
    false_positive: first !== undefined && !label.episodes.some((episode) => isInside(first, episode)),
    missed: stalls && found === undefined,
    delay: stalls && found?.episode !== undefined ? found.trip - found.episode.intervene : null,
    trips_outside: sorted.filter((trip) => !label.episodes.some((episode) => isInside(trip, episode))).length,
  }
}

export function sumScores(runs: readonly ScoredRun[]): Score {
  const hits = count(runs, ({ hit }) => hit)
  const false_positives = count(runs, (run) => run.false_positive)
  const missed = count(runs, (run) => run.missed)
  const precision = ratio(hits, hits + false_positives)
  const recall = ratio(hits, hits + missed)
  const delays = runs.flatMap(({ delay }) => delay ?? []).toSorted((a, b) => a - b)
  const kinds = [...new Set(runs.map(({ label }) => label).filter((kind) => kind !== "none"))].toSorted()
  return {
    runs: runs.length,
    hits,
    false_positives,
    missed,
    precision,
    recall,
    f1: hits + false_positives + missed === 0 ? null : (2 * hits) / (2 * hits + false_positives + missed),
    by_kind: Object.fromEntries(
      kinds.map((kind) => {
        const of_kind = runs.filter(({ label }) => label === kind)
        return [kind, { hits: count(of_kind, ({ hit }) => hit), runs: of_kind.length }]
      }),
    ),
    median_delay: median(delays),
    within_one_event: ratio(delays.filter((delay) => Math.abs(delay) <= 1).length, delays.length),
  }
}

function isInside(trip: number, { first, last }: Episode): boolean {
  return trip > first && trip <= last + 1
}

function count<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function median(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
