import type { Detector } from "@proofloop/runtime/detector"
import type { RecordedTurn, SessionItem, SessionRun } from "../sessions/session.ts"
import { RunFold } from "./run_fold.ts"
import type { RunReplay } from "./run_replay.ts"
import { TurnKeys } from "./turn_keys.ts"

export interface ReplayOptions {
  /** Each looks at the whole session on its own. */
  readonly detectors: readonly Detector[]
  /** Keep the turns as well, for a report. Default false. */
  readonly timeline?: boolean | undefined
  /** How many turns to leave out at the head of the file's run with this number, from 0. Default none. */
  readonly leavesOut?: ((run: number) => number) | undefined
}

/** A run as each detector saw it, in their order, or a piece of the file that could not be read. */
export type ReplayItem =
  | {
      readonly type: "run"
      readonly replays: readonly RunReplay[]
      /** Of each turn, also of one left out: the same in every recording of the turn. */
      readonly turn_keys: Float64Array
    }
  | Extract<SessionItem, { readonly type: "skipped" }>

interface OpenReplay {
  readonly run: SessionRun
  readonly folds: readonly RunFold[]
  readonly keys: TurnKeys
  repeated_turns: number
}

/** Folds the runs of a recorded session as they are read; memory is bounded by one run's summary. */
export async function* replaySession(
  items: AsyncIterable<SessionItem>,
  { detectors, timeline = false, leavesOut = () => 0 }: ReplayOptions,
): AsyncGenerator<ReplayItem> {
  let open: OpenReplay | null = null
  let lost_results = 0
  let runs = 0
  for await (const item of items) {
    if (item.type === "skipped") {
      if (item.is_lost_result === true) lost_results += 1
      yield item
    } else if (item.type === "turn") {
      if (open !== null) addTurn(open, item.turn, leavesOut(runs - 1))
    } else {
      if (open !== null) yield ended({ ...open, lost_results })
      lost_results = open === null ? lost_results : 0
      const { type: _type, ...run } = item
      runs += 1
      const folds = detectors.map((detector) => new RunFold(detector, { timeline }))
      open = { run, folds, keys: new TurnKeys(), repeated_turns: 0 }
    }
  }
  if (open !== null) yield ended({ ...open, lost_results })
}

function addTurn(open: OpenReplay, turn: RecordedTurn, left_out: number): void {
  open.keys.add(turn)
  if (open.repeated_turns < left_out) open.repeated_turns += 1
  else open.folds.forEach((fold) => fold.add(turn))
}

function ended(open: OpenReplay & { readonly lost_results: number }): ReplayItem {
  const { run, folds, keys, lost_results, repeated_turns } = open
  const counts = { ...(lost_results > 0 && { lost_results }), ...(repeated_turns > 0 && { repeated_turns }) }
  return {
    type: "run",
    replays: folds.map((fold) => ({ ...fold.end(run), ...counts })),
    turn_keys: keys.of(run),
  }
}
