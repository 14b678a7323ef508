export const SUBTASK_ACTIONS = ["create", "modify", "delete", "verify"] as const
export const STATUSES = ["pending", "in_progress", "completed", "failed", "skipped"] as const

export type SubtaskAction = (typeof SUBTASK_ACTIONS)[number]
export type PlanStatus = (typeof STATUSES)[number]

/** One change of a plan: one request to a worker. */
export interface Subtask {
  /** "T001-S01". */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The files it is about, relative to the root. Empty: not told. */
  readonly file_hints: readonly string[]
  /** What happens to its files; `verify` changes none. */
  readonly action: SubtaskAction
  readonly status: PlanStatus
  /** The commit that holds its change; "" when there was nothing to commit. */
  readonly commit_sha: string
  /** Why it failed, at most 200 characters. */
  readonly error: string
}

export interface PlanTask {
  /** "T001"; "T000" is the task made for failing tests. */
  readonly id: string
  readonly title: string
  /** 1 is the most urgent. */
  readonly priority: number
  /** The measure it is to improve, such as "test_results". */
  readonly metric: string
  readonly description: string
  readonly subtasks: readonly Subtask[]
  readonly status: PlanStatus
}

export interface Plan {
  readonly tasks: readonly PlanTask[]
}

/** A plan without the subtasks for which `drops` holds, and the dropped ones. A task without subtasks goes as well. */
export function dropSubtasks(plan: Plan, drops: (subtask: Subtask, task: PlanTask) => boolean) {
  const dropped = plan.tasks.flatMap((task) =>
    task.subtasks.filter((subtask) => drops(subtask, task)).map((subtask) => ({ task, subtask })),
  )
  const tasks = plan.tasks
    .map((task) => ({ ...task, subtasks: task.subtasks.filter((subtask) => !drops(subtask, task)) }))
    .filter((task) => task.subtasks.length > 0)
  return { kept: { ...plan, tasks }, dropped }
}

/** The event payload for a plan that lost these subtasks. */
export function toldDropped(plan: Plan, { kept, dropped }: ReturnType<typeof dropSubtasks>) {
  return {
    dropped_subtasks: dropped.map(({ task, subtask: { id, title, file_hints } }) => ({
      task_id: task.id,
      subtask_id: id,
      title,
      file_hints,
    })),
    drop_count: dropped.length,
    tasks_removed: plan.tasks.length - kept.tasks.length,
  }
}
