import { confidenceOf, failureLabels } from "@proofloop/stdlib"
import type { PlanTask, Subtask } from "@proofloop/stdlib"
import type { Observation } from "@proofloop/stdlib/internal/observations"
import type { PipelineRun, SubtaskOutcome } from "../run.ts"

export function observationOf(
  { id, place, work }: Pick<PipelineRun, "id" | "place" | "work">,
  { subtask }: { readonly task: PlanTask; readonly subtask: Subtask },
  outcome: SubtaskOutcome,
  model: string,
): Observation {
  const how = OUTCOME_OF[outcome.status]
  return {
    run_id: id,
    agent: "proofloop pipeline",
    subtask_id: subtask.id,
    model,
    branch: work.branch ?? "",
    commit_sha: outcome.commit,
    outcome: how,
    touched_files: [...(outcome.files.length > 0 ? outcome.files : subtask.file_hints)],
    failure_modes: how === "fail" ? [...failureLabels(outcome.error ?? "")] : [],
    confidence: confidenceOf(how),
    repository: place?.repository ?? null,
  }
}

const OUTCOME_OF = { completed: "success", failed: "fail", skipped: "skipped" } as const
