import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { ASKING, EDITING, FETCHING, NOTING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

const ANNOTATIONS_OF = toolTable([
  [EDITING, "edit multiedit write patch apply_patch"],
  [READING, "read"],
  [SEARCHING, "glob grep list codesearch lsp"],
  [FETCHING, "webfetch websearch"],
  [NOTING, "todowrite todoread skill"],
  // What a sub-agent changed is its own session's.
  [ASKING, "task question"],
])

/** What opencode's tools do; nothing for bash, whose command tells, and for tools it does not bring itself. */
export function opencodeAnnotations(tool: string): ToolAnnotations | undefined {
  return ANNOTATIONS_OF.get(tool)
}
