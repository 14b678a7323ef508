import { deniedEntry } from "@proofloop/foundation/paths"
import { dropSubtasks, type Plan, type Subtask, toldDropped } from "./plan.ts"
import type { PlanStep } from "./plan_event.ts"

/** Drops subtasks all of whose files are closed to patches: only a person can do them. @requirement critics.denied_plan */
export function dropDenied(plan: Plan): PlanStep {
  const result = dropSubtasks(plan, isDenied)
  if (result.dropped.length === 0) return { plan, event: null }
  const hints = result.dropped.flatMap(({ subtask }) => subtask.file_hints)
  const denied_by = [...new Set(hints.map((hint) => denialOf(hint) ?? ""))]
  return {
    plan: result.kept,
    event: { type: "plan.denied_filter", ...toldDropped(plan, result), denied_by },
    for_person: result.dropped.map(({ subtask }) => subtask),
  }
}

function isDenied({ file_hints, status }: Subtask): boolean {
  if (file_hints.length === 0 || status === "completed") return false
  return file_hints.every((hint) => denialOf(hint) !== null)
}

/** Why a path is forbidden: an entry of the denylist, or it leads out of the root. */
function denialOf(path: string): string | null {
  return deniedEntry(path) ?? (/^(?:\/|\.\.(?:\/|$)|[a-z]:)/i.test(path) ? "the root" : null)
}
