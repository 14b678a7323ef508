import { readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { EDITING, FETCHING, NOTING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

const ANNOTATIONS_OF = toolTable([
  [READING, "read"],
  [EDITING, "write edit_file"],
  [NOTING, "think task_tracking task_tracker request_condensation"],
  [FETCHING, "browse browse_interactive browser web_read"],
  [SEARCHING, "glob grep"],
])
const EDITORS: ReadonlySet<string> = new Set([
  "str_replace_editor",
  "file_editor",
  "edit",
  "planning_file_editor",
])

/** What OpenHands' tools do, in V0 and the SDK alike; nothing for shells, whose command tells. */
export function openHandsAnnotations(tool: string, call_arguments: unknown): ToolAnnotations | undefined {
  if (!EDITORS.has(tool)) return ANNOTATIONS_OF.get(tool)
  return readText(call_arguments, "command") === "view" ? READING : EDITING
}
