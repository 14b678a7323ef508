import type { RowTurns } from "../../engines/row_engine.ts"
import type { PipelineRun } from "../run.ts"
import type { RunStore } from "../run_store.ts"
import type { Pipeline } from "./pipeline.ts"

export function runTurns({
  store,
  pipelineOf,
}: {
  readonly store: RunStore
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
