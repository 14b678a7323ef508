import { memoryFacts } from "../repository/memory_facts.ts"
import type { PlanContext } from "./post_process_plan.ts"
import type { AuditReport, Metric } from "./report.ts"

/** A plan of tasks T001, T002, ..., each a list of subtasks, each a list of hints. */
export function planOf(...tasks: readonly (readonly (readonly string[])[])[]) {
  return {
    tasks: tasks.map((subtasks, at) => ({
      title: `Task ${at + 1}`,
      subtasks: subtasks.map((file_hints) => ({ title: `Change ${file_hints.join(" ")}`, file_hints })),
    })),
  }
}

export function failed(name: string, details = ""): Metric {
  return { name, status: "fail", details }
}

export const failingTests: AuditReport = {
  metrics: [failed("test_results", "1 failed\n• tests/test_db.py::test_find\n")],
}

export const REPOSITORY = {
  "src/db.py": "def find(): ...\n",
  "src/net.py": "",
  "tests/test_db.py": "from src.db import find\n",
  "README.md": "# Read me\n",
}

export function contextOf(context: Partial<PlanContext> = {}): PlanContext {
  return { facts: memoryFacts(REPOSITORY), report: { metrics: [] }, ...context }
}
