import type { PlanTask, Subtask } from "@proofloop/stdlib"
import type { RunWork } from "./run.ts"

export interface OpenSubtask {
  readonly task: PlanTask
  readonly subtask: Subtask
}

/** The subtasks of the plan that have not ended yet, in its order. */
export function openSubtasks({
  plan,
  outcomes = [],
}: Pick<RunWork, "plan" | "outcomes">): readonly OpenSubtask[] {
  const ended = new Set(outcomes.map(({ id }) => id))
  return (plan?.tasks ?? []).flatMap((task) =>
    task.subtasks.filter(({ id }) => !ended.has(id)).map((subtask) => ({ task, subtask })),
  )
}
