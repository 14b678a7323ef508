import type { ToolAnnotations } from "@proofloop/runtime/detector"
import { readText } from "../read_member.ts"
import { editing, fetching, noting, reading, searching } from "../tool_annotations.ts"

const annotationsOf: ReadonlyMap<string, ToolAnnotations> = new Map([
  ["read", reading],
  ["write", editing],
  ["edit_file", editing],
  ["think", noting],
  ["browse", fetching],
  ["browse_interactive", fetching],
  ["browser", fetching],
  ["web_read", fetching],
  ["glob", searching],
  ["grep", searching],
  ["task_tracking", noting],
  ["task_tracker", noting],
  ["request_condensation", noting],
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
