import { readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { ASKING, EDITING, NOTING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

const ANNOTATIONS_OF = toolTable([
  [EDITING, "apply_patch"],
  // It writes to a running command, not to a file.
  [{}, "write_stdin"],
  [READING, "view_image read_file"],
  [SEARCHING, "list_dir grep_files web_search"],
  [NOTING, "update_plan"],
  [ASKING, "request_user_input spawn_agent send_input wait_agent wait close_agent resume_agent"],
])
/** The client takes a patch out of the command line and applies it itself. */
const PATCH_COMMAND = /^\s{0,20}(?:cd [^\n&;]{1,300}&& {0,20})?(?:apply_patch|applypatch)\b/

/** What Codex' tools do; nothing for its shells, whose command tells, and for tools it does not bring itself. */
export function codexAnnotations(tool: string, call_arguments: unknown): ToolAnnotations | undefined {
  const command = readText(call_arguments, "command")
  if (command !== undefined && PATCH_COMMAND.test(command)) return EDITING
  return ANNOTATIONS_OF.get(tool)
}
