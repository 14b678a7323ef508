import type { CoreConfig } from "../core_knobs.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import { list, number, record, text } from "../shape.ts"
import { BOUNDS } from "../state.ts"
import { memoryOf } from "./memory.ts"

/** The edit applied last, how often in the same way, and what each check said since. */
export const SAME_EDIT = memoryOf({
  name: "same_edit",
  shape: record({ action: text, count: number, checks: list(record({ action: text, key: text })) }),
  start: { action: "", count: 0, checks: [] },
  over: "new_task",
})

type SameEdit = typeof SAME_EDIT.start

/**
 * How often the last edit was applied in exactly the same way, with no other write between, after one more result.
 * The edit's own output does not matter. A check with a new result starts over: the edits move something.
 */
export function nextSameEdit(
  edit: SameEdit,
  result: SettledResult,
  counted: boolean,
  config: CoreConfig,
): SameEdit {
  const { action, key } = result.observation
  if (result.wrote) {
    if (!isPlainEdit(result, config)) return SAME_EDIT.start
    if (edit.action !== action) return { action, count: 1, checks: [] }
    return counted ? edit : { ...edit, count: edit.count + 1 }
  }
  if (edit.count === 0 || result.evidence === null || !isEvidence(result, config)) return edit
  const before = edit.checks.find((check) => check.action === action)
  if (before === undefined)
    return { ...edit, checks: [...edit.checks, { action, key }].slice(-BOUNDS.folded) }
  return before.key === key ? edit : SAME_EDIT.start
}

/** The output of an edit that also checks is evidence, and repeating it may be a check again. */
function isPlainEdit({ call, is_edit, role }: SettledResult, config: CoreConfig): boolean {
  if (!is_edit || role === "verification" || call.soft) return false
  return call.tool_name !== "" && !config.exempt_tools.includes(call.tool_name)
}
