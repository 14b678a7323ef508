import type { Contestant } from "./contestant.ts"
import type { LabelledRun } from "./labelled_runs.ts"
import { type Score, scoreOf, sumOf, type Tripped } from "./scoring.ts"

/** How one contestant did. */
export interface Standing extends Score {
  readonly name: string
  readonly is_ours: boolean
  readonly origin: string
  /** All trips outside any episode, not the first alone. */
  readonly outside_per_100_events: number
  readonly by_source: Readonly<Record<string, Score>>
  /** F1 over all other sources. */
  readonly without_source: Readonly<Record<string, number | null>>
}

/** Runs without a scored label are refused: nothing could be said of them. */
export async function standingOf(
  runs: readonly LabelledRun[],
  contestant: Contestant,
  samples: number,
): Promise<Standing> {
  const { name, is_ours, origin } = contestant
  const tripped: Tripped[] = []
  for (const run of runs) tripped.push({ run, trips: await contestant.trips(run) })
  const events = runs.reduce((sum, { turns }) => sum + eventsOf(turns), 0)
  const outside = tripped.reduce((sum, one) => sum + (scoreOf(one)?.trips_outside ?? 0), 0)
  const sources = [...new Set(runs.map(({ run }) => run.source))].toSorted()
  const of = (holds: (source: string) => boolean): Score | null =>
    sumOf(
      tripped.filter(({ run }) => holds(run.run.source)),
      1,
    )
  const whole = sumOf(tripped, samples)
  if (whole === null) throw new Error("no run has a label that is scored")
  return {
    ...whole,
    name,
    is_ours,
    origin,
    outside_per_100_events: (100 * outside) / events,
    by_source: Object.fromEntries(
      sources.flatMap((source) => {
        const score = of((other) => other === source)
        return score === null ? [] : [[source, score]]
      }),
    ),
    without_source: Object.fromEntries(
      sources.map((source) => [source, of((other) => other !== source)?.f1 ?? null]),
    ),
  }
}

function eventsOf(turns: LabelledRun["turns"]): number {
  return turns.reduce((sum, { calls }) => sum + Math.max(1, calls.length), 0)
}
