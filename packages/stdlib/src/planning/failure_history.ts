import { posix } from "node:path"
import { dropSubtasks, type Plan, type PlanTask, type Subtask } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"
import { isFailureOfPath, isOfRepository, type PriorRun } from "./prior_runs.ts"
import { REAL_BUG_TASK_ID } from "./real_bug_task.ts"

/** How many failures of a path are enough to leave it alone. */
const FAILURE_THRESHOLD = 2

/** How often each path failed in this repository, once an entry; leaves out entries with a cause outside their paths. */
export function countFailedPaths(
  runs: readonly PriorRun[],
  repository?: string | null,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const run of runs) {
    if (!isFailureOfPath(run) || !isOfRepository(run, repository)) continue
    const paths = (run.touched_files ?? []).filter((path) => typeof path === "string" && path !== "")
    for (const path of new Set(paths.map((given) => posix.normalize(given ?? "")))) {
      counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  return counts
}

/** PROOFLOOP_OCCAM_FILTER_THRESHOLD when it is a whole number from 1, else 2. */
export function failureThreshold(env: Readonly<Record<string, string | undefined>>): number {
  const given = env["PROOFLOOP_OCCAM_FILTER_THRESHOLD"]?.trim() ?? ""
  return /^\d{1,9}$/.test(given) && Number(given) >= 1 ? Number(given) : FAILURE_THRESHOLD
}

export interface FailureHistory {
  readonly counts: ReadonlyMap<string, number>
  readonly threshold: number
  /** Sources under failing tests: a subtask about one of them stays, however often it failed. */
  readonly failing_sources: readonly string[]
}

/** G9: drops subtasks about a path that failed at least `threshold` times. @requirement critics.G9 */
export function dropRepeatedFailures(plan: Plan, history: FailureHistory): PlanStep {
  const { threshold } = history
  const isDropped = (subtask: Subtask, task: PlanTask) =>
    task.id !== REAL_BUG_TASK_ID &&
    subtask.status !== "completed" &&
    worstCount(subtask, history.counts) >= threshold &&
    !subtask.file_hints.some((hint) => history.failing_sources.includes(hint))
  const { kept, dropped } = dropSubtasks(plan, isDropped)
  if (dropped.length === 0) return { plan, event: null }
  const kept_ids = new Set(kept.tasks.map(({ id }) => id))
  return {
    plan: kept,
    event: {
      type: "plan.occam_filter",
      filtered_subtasks: dropped.map(({ subtask }) => ({
        subtask_id: subtask.id,
        title: subtask.title,
        file_hints: subtask.file_hints,
        max_fail_count: worstCount(subtask, history.counts),
      })),
      tasks_dropped: plan.tasks
        .filter(({ id }) => !kept_ids.has(id))
        .map(({ id, title }) => ({ task_id: id, title })),
      kept_subtasks: countSubtasks(kept),
      total_subtasks: countSubtasks(plan),
      threshold,
    },
  }
}

/** The most failures of any one hint; 0 without hints. */
function worstCount({ file_hints }: Subtask, counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...file_hints.map((hint) => counts.get(hint) ?? 0))
}

function countSubtasks({ tasks }: Plan): number {
  return tasks.reduce((sum, { subtasks }) => sum + subtasks.length, 0)
}
