import type { ToolAnnotations } from "@proofloop/runtime/detector"

const annotations = {
  editing: { kind: "edit" },
  reading: { kind: "read", evidence_role: "observation" },
  searching: { kind: "search", evidence_role: "observation" },
  fetching: { kind: "fetch", evidence_role: "observation" },
  noting: { kind: "think", evidence_role: "observation", soft: true },
  asking: { kind: "inspect", evidence_role: "observation" },
} as const satisfies Readonly<Record<string, ToolAnnotations>>

const tools: Readonly<Record<keyof typeof annotations, string>> = {
  editing: "Edit MultiEdit Write NotebookEdit",
  reading: "Read NotebookRead ReadMcpResourceTool",
  searching: "Glob Grep LS LSP ToolSearch ListMcpResourcesTool",
  fetching: "WebFetch WebSearch",
  noting:
    "TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet EnterPlanMode ExitPlanMode exit_plan_mode Skill",
  // Task and Agent are sub-agents: what they changed is theirs, and their answer is words.
  asking: "Task Agent AskUserQuestion SendMessage KillShell KillBash TaskStop",
}

const annotationsOf: ReadonlyMap<string, ToolAnnotations> = new Map(
  (Object.keys(annotations) as (keyof typeof annotations)[]).flatMap((group) =>
    tools[group].split(" ").map((tool) => [tool, annotations[group]] as const),
  ),
)

/** What Claude Code's tools do; nothing for Bash, whose command tells, and for tools it does not bring itself. */
export function claudeCodeAnnotations(tool: string): ToolAnnotations | undefined {
  return annotationsOf.get(tool)
}

/** Tools that ask how a command in the background is doing. */
export const pollingTools: ReadonlySet<string> = new Set(["BashOutput", "TaskOutput", "AgentOutputTool"])
