import { openSpending, openSubtasks } from "@proofloop/jobs/internal/pipeline"
import { phaseOf, type DrivenRun, type Pipeline, type PipelineOptions } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { type Refused, refusedBy } from "./away.ts"
import { factsOf, waitForBreaker } from "./facts.ts"
import { endingOf, type Outcome } from "./outcome.ts"
import { PROGRESS } from "./progress.ts"
import { readFacts } from "./read_facts.ts"
import type { Sink } from "./sink.ts"
import type { Runs } from "./store.ts"
import { untilOver } from "./time_limit.ts"

/** As many tries of a step as the pipeline makes before a run fails. */
const MOST_TRIES = 3

export interface Driving {
  readonly input: Input
  readonly io: Io
  readonly runs: Runs
  readonly sink: Sink
  /** "integrate": fulfils reviewers' requests first. Default "drive". */
  readonly first?: "drive" | "integrate" | undefined
}

/** Drives a run as far as it goes, through waits for CI, until it stops or its time is over. Resolves to the exit code. */
export async function driveTold(
  pipeline: Pipeline,
  id: string,
  { input, io, runs, sink, first = "drive" }: Driving,
): Promise<number> {
  let driven: DrivenRun | null = null
  let stopped: Outcome["stopped"] = null
  let refused: Refused | null = null
  try {
    stopped = await untilOver(input, io, async (signal) => {
      driven = await driveOn(pipeline, id, first, signal)
    })
  } catch (error) {
    refused = refusedBy(error)
    if (refused === null) throw error
    if (refused.is_away) stopped = "away"
  }
  const { suspended = null, error = refused?.error ?? null } = (driven ?? {}) as Partial<DrivenRun>
  const row = await runs.store.get(id)
  const facts = await readFacts(runs, row)
  const run = suspended === null ? facts : { ...facts, waits: waitForBreaker(suspended, facts) }
  return sink.end(endingOf({ run, suspended, error, stopped }))
}

/** A step that failed is tried again, until the run itself fails. */
async function driveOn(
  pipeline: Pipeline,
  id: string,
  first: "drive" | "integrate",
  signal: AbortSignal,
): Promise<DrivenRun> {
  for (let known = -1; ;) {
    const driven = await pipeline[known === -1 ? first : "drive"](id, { signal, wait_for: ["ci"] })
    const { row: run, error, suspended } = driven
    const was_counted = error !== null && run.attempts > 0 && run.revision !== known
    const is_over =
      run.state === "failed" || run.attempts >= MOST_TRIES || suspended !== null || signal.aborted
    if (!was_counted || is_over) return driven
    known = run.revision
  }
}

export function toldTo(
  sink: Sink,
  { store, state_dir }: Runs,
): Pick<PipelineOptions, "on_event" | "on_step"> {
  const spending = openSpending(state_dir, Date.now)
  const nobody = { state_dir, wait: null, holder: null, approval: null }
  return {
    on_event: (event) => sink.event(event),
    async on_step(step, at, run_id) {
      if (at === "after") return
      const row = await store.get(run_id)
      const spent = await spending.of(run_id)
      const { check, subtasks } = factsOf(row, { ...nobody, spent })
      const [next] = openSubtasks(row.work)
      sink.event({
        type: PROGRESS,
        run_id,
        phase: phaseOf(row),
        step,
        subtask:
          step === "work" && next !== undefined
            ? { title: next.subtask.title, number: subtasks.done + subtasks.failed + 1, of: subtasks.of }
            : null,
        failed: subtasks.failed,
        check,
        tokens: spent.tokens,
        usd: spent.usd,
        model_calls: spent.model_calls,
      })
    },
  }
}
