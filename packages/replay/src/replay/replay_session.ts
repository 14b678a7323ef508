import type { Detector } from "@proofloop/runtime/detector"
import type { SessionItem, SessionRun } from "../sessions/session.ts"
import { RunFold } from "./run_fold.ts"
import type { RunReplay } from "./run_replay.ts"

export interface ReplayOptions {
  /** Each looks at the whole session on its own. */
  readonly detectors: readonly Detector[]
  /** Keep the turns as well, for a report. Default false. */
  readonly timeline?: boolean | undefined
}

/** A run as each detector saw it, in their order, or a piece of the file that could not be read. */
export type ReplayItem =
  | {
      readonly type: "run"
      readonly replays: readonly RunReplay[]
    }
  | Extract<SessionItem, { readonly type: "skipped" }>

interface OpenReplay {
  readonly run: SessionRun
  readonly folds: readonly RunFold[]
}

/** Folds the runs of a recorded session as they are read; memory is bounded by one run's summary. */
export async function* replaySession(
  items: AsyncIterable<SessionItem>,
  { detectors, timeline = false }: ReplayOptions,
): AsyncGenerator<ReplayItem> {
  let open: OpenReplay | null = null
  let lost_results = 0
  for await (const item of items) {
    if (item.type === "skipped") {
      if (item.is_lost_result === true) lost_results += 1
      yield item
    } else if (item.type === "turn") open?.folds.forEach((fold) => fold.add(item.turn))
    else {
      if (open !== null) yield ended({ ...open, lost_results })
      lost_results = open === null ? lost_results : 0
      const { type: _type, ...run } = item
      open = { run, folds: detectors.map((detector) => new RunFold(detector, { timeline })) }
    }
  }
  if (open !== null) yield ended({ ...open, lost_results })
}

function ended({ run, folds, lost_results }: OpenReplay & { readonly lost_results: number }): ReplayItem {
  const lost = lost_results === 0 ? {} : { lost_results }
  return { type: "run", replays: folds.map((fold) => ({ ...fold.end(run), ...lost })) }
}
