import { isTestPath } from "@proofloop/foundation/paths"
import type { FailingSources } from "./failing_sources.ts"
import type { Plan } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"

/**
 * Layer-2: when tests fail and the first task is about tests alone, its subtasks are aimed at the sources under those
 * tests. A completed subtask is a record and stays. @requirement critics.layer_2
 */
export function aimAtSources(plan: Plan, failing: FailingSources): PlanStep {
  const [first, ...rest] = plan.tasks
  const open = first?.subtasks.filter(({ status }) => status !== "completed") ?? []
  const before = [...new Set(open.flatMap(({ file_hints }) => file_hints))]
  if (first === undefined || before.length === 0 || failing.sources.length === 0) return { plan, event: null }
  if (!before.every(isTestPath)) return { plan, event: null }
  const subtasks = first.subtasks.map((subtask) =>
    open.includes(subtask) ? { ...subtask, file_hints: failing.sources } : subtask,
  )
  return {
    plan: { ...plan, tasks: [{ ...first, subtasks }, ...rest] },
    event: {
      type: "plan.occam_rewrite",
      before,
      after: failing.sources,
      task_id: first.id,
      subtasks_rewritten: open.length,
    },
  }
}
