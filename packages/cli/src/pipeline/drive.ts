import {
  openSpending,
  openSubtasks,
  phaseOf,
  type DrivenRun,
  type Pipeline,
  type PipelineOptions,
} from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { type Refused, refusedBy } from "./away.ts"
import { factsOf, waitForBreaker } from "./facts.ts"
import type { Outcome } from "./outcome.ts"
import { PROGRESS } from "./progress.ts"
import { readFacts } from "./read_facts.ts"
import type { Sink } from "./sink.ts"
import type { Runs } from "./store.ts"
import { readTimeLimit } from "./time_limit.ts"

/** As many tries of one step as the pipeline makes before a run fails. */
const MOST_TRIES = 3

/** How a run is driven, and where that is told. */
export interface Driving {
  readonly input: Input
  readonly io: Io
  readonly runs: Runs
  readonly sink: Sink
  /** "integrate": what reviewers ask for is worked in first. Default "drive". */
  readonly first?: "drive" | "integrate" | undefined
}

/** Takes a run as far as it goes, through waits for CI, until it is stopped or its time is over. Resolves to the exit code. */
export async function driveTold(
  pipeline: Pipeline,
  id: string,
  { input, io, runs, sink, first = "drive" }: Driving,
): Promise<number> {
  const limit = readTimeLimit(input)
  const over = new AbortController()
  const timer = limit === null ? undefined : setTimeout(() => over.abort(), limit)
  let driven: DrivenRun | null = null
  let stopped: Outcome["stopped"] = null
  let refused: Refused | null = null
  try {
    await untilStopped(io, async (signal) => {
      signal.addEventListener("abort", () => (stopped ??= "request"))
      over.signal.addEventListener("abort", () => (stopped ??= "time_limit"))
      driven = await driveOn(pipeline, id, first, AbortSignal.any([signal, over.signal]))
    })
  } catch (error) {
    refused = stopped === null ? refusedBy(error) : null
    if (stopped === null && refused === null) throw error
    if (refused?.is_away === true) stopped = "away"
  } finally {
    clearTimeout(timer)
  }
  const { suspended = null, error = refused?.error ?? null } = (driven ?? {}) as Partial<DrivenRun>
  const row = await runs.store.get(id)
  const facts = await readFacts(runs, row)
  const run =
    suspended === null
      ? facts
      : { ...facts, waits: waitForBreaker(suspended, { url: row.url, commands: facts.commands }) }
  return sink.outcome({ run, suspended, error, stopped })
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
    const { run, error, suspended } = driven
    const was_counted = error !== null && run.attempts > 0 && run.revision !== known
    const is_over =
      run.state === "failed" || run.attempts >= MOST_TRIES || suspended !== null || signal.aborted
    if (!was_counted || is_over) return driven
    known = run.revision
  }
}

/** What tells the sink of a pipeline's runs. */
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
