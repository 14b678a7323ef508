import type { PlanTask, Subtask } from "@proofloop/stdlib/planning"
import type { RunWork } from "./run.ts"

export interface OpenSubtask {
  /** The task of the plan that the subtask belongs to. */
  readonly task: PlanTask
  /** The subtask that is not done. */
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
