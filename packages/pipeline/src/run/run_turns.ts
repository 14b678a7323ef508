import type { RowTurns } from "@proofloop/jobs/engines"
import type { PipelineRun } from "../run.ts"
import type { RunStore } from "../run_store.ts"
import type { Pipeline } from "./pipeline.ts"

/** Runs as engines move them. */
export function runTurns({
  store,
  pipelineOf,
}: {
  /** The runs to move. */
  readonly store: RunStore
  /** The pipeline of a run's repository. */
  readonly pipelineOf: (run: PipelineRun) => Pipeline | Promise<Pipeline>
}): RowTurns {
  return {
    kind: "run",
    async turn(id, engine) {
      return (await pipelineOf(await store.get(id))).turn(id, engine)
    },
    async cancel(id, reason) {
      const run = await store.get(id)
      if (run.state === "done" || run.state === "cancelled") return
      await (await pipelineOf(run)).cancel(id, reason)
    },
  }
}
