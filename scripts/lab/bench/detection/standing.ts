import { bootstrapInterval, type Interval } from "../../../../packages/replay/src/meter/bootstrap.ts"
import {
  type Score,
  type ScoredRun,
  scoreRun,
  sumScores,
} from "../../../../packages/replay/src/meter/score.ts"
import type { Contestant } from "./contestant.ts"
import type { LabelledRun } from "./labelled_runs.ts"

/** How one contestant did. */
export interface Standing extends Score {
  readonly name: string
  readonly is_ours: boolean
  readonly origin: string
  readonly f1_interval: Interval | null
  /** All trips outside any episode, not the first alone. */
  readonly outside_per_100_events: number
  readonly ms_per_run: number
  readonly by_source: Readonly<Record<string, Score>>
  /** F1 over all other sources. */
  readonly without_source: Readonly<Record<string, number | null>>
}

export function standingOf(runs: readonly LabelledRun[], contestant: Contestant, samples: number): Standing {
  const start = performance.now()
  const trips = runs.map((run) => contestant.trips(run))
  const ms_per_run = (performance.now() - start) / Math.max(1, runs.length)
  const scores = runs.map((run, index) => ({ run, scored: scoreRun(run.label, trips[index] ?? []) }))
  const events = runs.reduce((sum, { turns }) => sum + eventsOf(turns), 0)
  const sources = [...new Set(runs.map(({ run }) => run.source))].toSorted()
  const f1 = (drawn: readonly ScoredRun[]): number | null => sumScores(drawn).f1
  const all = scores.map(({ scored }) => scored)
  const of = (holds: (source: string) => boolean): Score =>
    sumScores(scores.filter(({ run }) => holds(run.run.source)).map(({ scored }) => scored))
  return {
    ...sumScores(all),
    name: contestant.name,
    is_ours: contestant.is_ours,
    origin: contestant.origin,
    f1_interval: bootstrapInterval(all, f1, { samples }),
    outside_per_100_events: (100 * all.reduce((sum, { trips_outside }) => sum + trips_outside, 0)) / events,
    ms_per_run,
    by_source: Object.fromEntries(sources.map((source) => [source, of((other) => other === source)])),
    without_source: Object.fromEntries(sources.map((source) => [source, of((other) => other !== source).f1])),
  }
}

function eventsOf(turns: LabelledRun["turns"]): number {
  return turns.reduce((sum, { calls }) => sum + Math.max(1, calls.length), 0)
}
