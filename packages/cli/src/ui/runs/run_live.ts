import type { LiveLoop, RowLive } from "@proofloop/cockpit"
import { dueStep, openSubtasks, phaseOf, type PipelineRun, type RunStore } from "@proofloop/pipeline"
import { since } from "../../pipeline/words.ts"

export async function runLive(
  row: PipelineRun,
  { store, loop }: { readonly store: RunStore; readonly state_dir: string; readonly loop: LiveLoop | null },
): Promise<RowLive> {
  const holder = await store.holder(row.id)
  const [next] = openSubtasks(row.work)
  const subtask = row.state === "working" && next !== undefined ? `: ${next.subtask.title}` : ""
  return {
    phase: phaseOf(row),
    step: `${(dueStep(row) ?? row.state).replaceAll("_", " ")}${subtask}`,
    holder:
      holder === null
        ? null
        : `process ${holder.pid} on ${holder.host}, for ${since(holder.since, Date.now())}`,
    loop: holder === null ? null : loop,
  }
}
