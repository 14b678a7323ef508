import { posix } from "node:path"
import { dropSubtasks, type Plan, type Subtask, toldDropped } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"
import { type AuditReport, failedMetric } from "./report.ts"

/** Layer-B: drops subtasks that are about a README alone, unless the audit blames the README. @requirement critics.layer_b */
export function banishReadmeOnly(plan: Plan, report: AuditReport): PlanStep {
  if (blamesReadme(report)) return { plan, event: null }
  const result = dropSubtasks(plan, (subtask) => subtask.status !== "completed" && isReadmeOnly(subtask))
  if (result.dropped.length === 0) return { plan, event: null }
  return { plan: result.kept, event: { type: "plan.readme_banished", ...toldDropped(plan, result) } }
}

/** The README has its own metric; the metric of the documentation may cite it as well. */
export function blamesReadme(report: AuditReport): boolean {
  if (failedMetric(report, ["readme", "readme_quality"]) !== undefined) return true
  return report.metrics.some(
    ({ name, status, details }) =>
      ["documentation", "docs"].includes(name) &&
      status === "fail" &&
      details.toLowerCase().includes("readme"),
  )
}

/** Whether every file that it names is a README. */
export function isReadmeOnly({ file_hints }: Pick<Subtask, "file_hints">): boolean {
  return file_hints.length > 0 && file_hints.every((hint) => README_NAMES.has(posix.basename(hint)))
}

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
