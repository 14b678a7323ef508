import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { ASKING, EDITING, FETCHING, NOTING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

const annotationsOf = toolTable([
  [EDITING, "Edit MultiEdit Write NotebookEdit"],
  [READING, "Read NotebookRead ReadMcpResourceTool"],
  [SEARCHING, "Glob Grep LS LSP ToolSearch ListMcpResourcesTool"],
  [FETCHING, "WebFetch WebSearch"],
  [
    NOTING,
    "TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet EnterPlanMode ExitPlanMode exit_plan_mode Skill",
  ],
  // Task and Agent are sub-agents: what they changed is theirs, and their answer is words.
  [ASKING, "Task Agent AskUserQuestion SendMessage KillShell KillBash TaskStop"],
])

/** What Claude Code's tools do; nothing for Bash, whose command tells, and for tools it does not bring itself. */
export function claudeCodeAnnotations(tool: string): ToolAnnotations | undefined {
  return annotationsOf.get(tool)
}

/** Tools that ask how a command in the background is doing. */
export const POLLING_TOOLS: ReadonlySet<string> = new Set(["BashOutput", "TaskOutput", "AgentOutputTool"])
