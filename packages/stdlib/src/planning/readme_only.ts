import { posix } from "node:path"
import { keepSubtasks, type Plan, type Subtask } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"
import { type AuditReport, failedMetric } from "./report.ts"

/** Names that are a README. */
const README_NAMES: ReadonlySet<string> = new Set([
  "README.md",
  "README.rst",
  "README.MD",
  "README",
  "readme.md",
  "Readme.md",
  "ReadMe.md",
])

/**
 * Layer-B: drops subtasks that are about a README alone, unless the audit found fault with the README: a README follows the
 * code. @requirement critics.layer_b
 */
export function banishReadmeOnly(plan: Plan, report: AuditReport): PlanStep {
  if (blamesReadme(report)) return { plan, event: null }
  const dropped = plan.tasks.flatMap((task) =>
    task.subtasks
      .filter(isReadmeOnly)
      .map(({ id, title, file_hints }) => ({ task_id: task.id, subtask_id: id, title, file_hints })),
  )
  if (dropped.length === 0) return { plan, event: null }
  const kept = keepSubtasks(plan, (subtask) => !isReadmeOnly(subtask))
  return {
    plan: kept,
    event: {
      type: "plan.readme_banished",
      dropped_subtasks: dropped,
      drop_count: dropped.length,
      tasks_removed: plan.tasks.length - kept.tasks.length,
    },
  }
}

/** The README has a metric of its own beside the one of the documentation that may cite it. */
function blamesReadme(report: AuditReport): boolean {
  if (failedMetric(report, ["readme", "readme_quality"]) !== undefined) return true
  return report.metrics.some(
    ({ name, status, details }) =>
      ["documentation", "docs"].includes(name) &&
      status === "fail" &&
      details.toLowerCase().includes("readme"),
  )
}

function isReadmeOnly({ file_hints, status }: Subtask): boolean {
  if (file_hints.length === 0 || status === "completed") return false
  return file_hints.every((hint) => README_NAMES.has(posix.basename(hint)))
}
