import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { ASKING, EDITING, FETCHING, NOTING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

const ANNOTATIONS_OF = toolTable([
  [
    EDITING,
    "write_to_file replace_in_file apply_diff insert_content search_and_replace editedExistingFile newFileCreated fileDeleted appliedDiff insertContent searchAndReplace",
  ],
  [
    READING,
    "read_file access_mcp_resource fetch_instructions load_mcp_documentation readFile fetchInstructions",
  ],
  [
    SEARCHING,
    "search_files list_files list_code_definition_names codebase_search searchFiles listFilesTopLevel listFilesRecursive listCodeDefinitionNames codebaseSearch",
  ],
  [FETCHING, "browser_action web_fetch webFetch webSearch"],
  [
    NOTING,
    "update_todo_list switch_mode plan_mode_respond attempt_completion focus_chain updateTodoList switchMode summarizeTask",
  ],
  [ASKING, "ask_followup_question new_task newTask finishTask"],
])

/** What the tools of Cline and Roo do; nothing for their shell, whose command tells, and for tools of others. */
export function clineAnnotations(tool: string): ToolAnnotations | undefined {
  return ANNOTATIONS_OF.get(tool)
}
