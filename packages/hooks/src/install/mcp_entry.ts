import type { JsonObject } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import { hookMark, type InstalledCommand } from "./launcher.ts"

/**
 * The name by which a host must know the server: `claude mcp add proofloop-hooks -- npx --no-install proofloop mcp
 * --hooks`.
 */
export const MCP_SERVER = "proofloop-hooks"
export const MCP_TOOL = "hook"

const TASKS = ["stop_hook_active", "background_tasks", "permission_mode"]
const CALL = ["tool_name", "tool_input", "tool_use_id"]

/** The fields sent for each event. Codex drops an event that lacks one of these; Claude Code sends "" for it. */
const FIELDS: Readonly<Partial<Record<HostName, Readonly<Record<string, readonly string[]>>>>> = {
  "claude-code": {
    UserPromptSubmit: ["prompt", "source"],
    PreToolUse: [...CALL, "agent_id"],
    PostToolBatch: ["tool_calls", "agent_id"],
    Stop: TASKS,
    SubagentStop: [...TASKS, "agent_id"],
  },
  codex: {
    UserPromptSubmit: ["prompt"],
    PreToolUse: [...CALL, "transcript_path"],
    PostToolUse: [...CALL, "tool_response", "transcript_path"],
    Stop: ["stop_hook_active", "permission_mode", "transcript_path"],
    SubagentStop: ["stop_hook_active", "permission_mode", "agent_id", "agent_transcript_path"],
  },
}

/** Whether a host can call an MCP server's tool in place of a command. */
export function hasMcpTools(host: HostName): boolean {
  return FIELDS[host] !== undefined
}

/** The handler that calls the tool for an event; null where the host has none for it, as at the ends of a session. */
export function mcpHandler(installed: InstalledCommand, event: string): JsonObject | null {
  const fields = FIELDS[installed.host]?.[event]
  if (fields === undefined) return null
  const paths = ["session_id", "cwd", ...fields].map((field) => [field, `\${${field}}`])
  return {
    type: "mcp_tool",
    server: MCP_SERVER,
    tool: MCP_TOOL,
    input: { command: hookMark(installed), hook_event_name: event, ...Object.fromEntries(paths) },
  }
}
