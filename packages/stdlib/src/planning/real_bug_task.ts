import type { FailingSources } from "./failing_sources.ts"
import type { Plan, PlanTask } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"

/** Id of the task made for failing tests that a plan leaves alone. */
export const REAL_BUG_TASK_ID = "T000"

const MAX_SOURCES = 4
const MAX_SAMPLE = 3

/** Layer-A: puts a task before a plan that misses the failing sources, at most 4 subtasks. @requirement critics.layer_a */
export function synthesizeRealBugTask(plan: Plan, failing: FailingSources): PlanStep {
  const sources = failing.sources.slice(0, MAX_SOURCES)
  const is_covered = plan.tasks.some((task) =>
    task.subtasks.some(({ file_hints }) => file_hints.some((hint) => failing.sources.includes(hint))),
  )
  if (plan.tasks.length === 0 || sources.length === 0 || is_covered) return { plan, event: null }
  return {
    plan: { ...plan, tasks: [realBugTask(sources, failing.tests), ...plan.tasks] },
    event: {
      type: "plan.real_bug_synthesized",
      synthesized_task_id: REAL_BUG_TASK_ID,
      failing_test_count: failing.tests.length,
      failing_test_sample: failing.tests.slice(0, MAX_SAMPLE),
      source_files: sources,
      subtasks_created: sources.length,
    },
  }
}

function realBugTask(sources: readonly string[], tests: readonly string[]): PlanTask {
  const more = tests.length > MAX_SAMPLE ? ` (+${tests.length - MAX_SAMPLE} more)` : ""
  const failing = `${tests.slice(0, MAX_SAMPLE).join(", ")}${more}`
  return {
    id: REAL_BUG_TASK_ID,
    title: "Repair the sources under the failing tests",
    priority: 1,
    metric: "test_results",
    description: `These tests fail: ${failing}. Find the fault in the sources they test and repair it there.`,
    status: "pending",
    subtasks: sources.map((source, index) => ({
      id: `${REAL_BUG_TASK_ID}-S${String(index + 1).padStart(2, "0")}`,
      title: `Repair ${source}`,
      description: `Failing: ${failing}. Repair the fault in ${source} and leave the tests as they are.`,
      file_hints: [source],
      action: "modify",
      status: "pending",
      commit_sha: "",
      error: "",
    })),
  }
}
