import type { StallConfig } from "../config.ts"
import { isEvidence, type SettledResult } from "../settled_result.ts"
import { BOUNDS, INITIAL_STATE, type PatternMemory } from "../state.ts"

type SameEdit = PatternMemory["same_edit"]

const NO_SAME_EDIT = INITIAL_STATE.memory.same_edit

/**
 * How often the last edit was applied in exactly the same way, with no other write between, after one more result.
 * Whatever the edit itself says does not matter; a check that now says something else does: the edits move something.
 */
export function nextSameEdit(
  edit: SameEdit,
  result: SettledResult,
  counted: boolean,
  config: StallConfig,
): SameEdit {
  const { action, key } = result.observation
  if (result.wrote) {
    if (!isPlainEdit(result, config)) return NO_SAME_EDIT
    if (edit.action !== action) return { action, count: 1, checks: [] }
    return counted ? edit : { ...edit, count: edit.count + 1 }
  }
  if (edit.count === 0 || result.evidence === null || !isEvidence(result, config)) return edit
  const before = edit.checks.find((check) => check.action === action)
  if (before === undefined)
    return { ...edit, checks: [...edit.checks, { action, key }].slice(-BOUNDS.folded) }
  return before.key === key ? edit : NO_SAME_EDIT
}

/** What an edit that also checks says is evidence, and to repeat it may be to check again. */
function isPlainEdit({ call, is_edit, role }: SettledResult, config: StallConfig): boolean {
  if (!is_edit || role === "verification" || call.soft) return false
  return call.tool_name !== "" && !config.exempt_tools.includes(call.tool_name)
}
