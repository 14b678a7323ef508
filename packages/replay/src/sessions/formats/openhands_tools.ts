import type { ToolAnnotations } from "@proofloop/runtime/detector"
import { readText } from "../read_member.ts"
import { editing, fetching, noting, reading, searching, toolTable } from "../tool_annotations.ts"

const annotationsOf = toolTable([
  [reading, "read"],
  [editing, "write edit_file"],
  [noting, "think task_tracking task_tracker request_condensation"],
  [fetching, "browse browse_interactive browser web_read"],
  [searching, "glob grep"],
])
const editors: ReadonlySet<string> = new Set([
  "str_replace_editor",
  "file_editor",
  "edit",
  "planning_file_editor",
])

/** What OpenHands' tools do, in V0 and the SDK alike; nothing for shells, whose command tells. */
export function openHandsAnnotations(tool: string, call_arguments: unknown): ToolAnnotations | undefined {
  if (!editors.has(tool)) return annotationsOf.get(tool)
  return readText(call_arguments, "command") === "view" ? reading : editing
}
