import type { RunReplay } from "@proofloop/replay/internal"
import { compareDetectors, type MeteredRun, type MeterSide, meterRun } from "@proofloop/replay/internal/meter"
import type { LabelledRun } from "./labelled_runs.ts"

/** A run by the trips of one detector. */
export interface Tripped {
  readonly run: LabelledRun
  readonly trips: readonly number[]
}

export type Scored = NonNullable<MeteredRun["score"]>
export type Score = NonNullable<MeterSide["score"]>

/** One run's trips beside its label, by the product's own meter; null where the label is not scored. */
export function scoreOf({ run, trips }: Tripped): Scored | null {
  return metered({ run, trips }).score
}

/** The scores of all runs, with intervals of so many resamples; null without a run that is scored. */
export function sumOf(tripped: readonly Tripped[], samples: number): Score | null {
  const pairs = tripped.map((one) => {
    const side = metered(one)
    return { id: one.run.run.id, source: one.run.run.source, turns: one.run.turns.length, a: side, b: side }
  })
  return compareDetectors(pairs, { samples }).a.score
}

/** What a meter asks of a replay; of a peer's only the events of its trips are known. */
function metered({ run, trips }: Tripped): MeteredRun {
  const none = { turns: 0 }
  const replay: RunReplay = {
    ...run.run,
    events: 0,
    turns: run.turns.length,
    trips: trips.map((event) => ({ event, ...UNKNOWN })),
    evidence: "",
    after_trip: none,
    after_hard_stop: none,
    recovered_after_trip: false,
    recovered_after_hard_stop: false,
    timeline: [],
  }
  return meterRun(replay, run.label)
}

const UNKNOWN = {
  turn: 0,
  pattern: "repeated_action",
  confidence: "likely",
  signature: "",
  streak: 0,
  hard_stop: false,
} as const
