import type { ToolAnnotations } from "@proofloop/runtime/detector"
import { readText } from "../read_member.ts"
import { asking, editing, noting, reading, searching } from "../tool_annotations.ts"

const annotationsOf: ReadonlyMap<string, ToolAnnotations> = new Map([
  ["apply_patch", editing],
  // It writes to a running command, not to a file.
  ["write_stdin", {}],
  ["view_image", reading],
  ["read_file", reading],
  ["list_dir", searching],
  ["grep_files", searching],
  ["web_search", searching],
  ["update_plan", noting],
  ["request_user_input", asking],
  ["spawn_agent", asking],
  ["send_input", asking],
  ["wait_agent", asking],
  ["wait", asking],
  ["close_agent", asking],
  ["resume_agent", asking],
])
/** The client takes a patch out of the command line and applies it itself. */
const PATCH_COMMAND = /^\s{0,20}(?:cd [^\n&;]{1,300}&& {0,20})?(?:apply_patch|applypatch)\b/

/** What Codex' tools do; nothing for its shells, whose command tells, and for tools it does not bring itself. */
export function codexAnnotations(tool: string, call_arguments: unknown): ToolAnnotations | undefined {
  const command = readText(call_arguments, "command")
  if (command !== undefined && PATCH_COMMAND.test(command)) return editing
  return annotationsOf.get(tool)
}
