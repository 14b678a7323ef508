import { join } from "node:path"
import { type GroupForm, groupEntries } from "../group_entries.ts"
import type { HostTable, Machine } from "../host_table.ts"

/** Versions before 2.1.101 refuse settings that name an event which they do not know. */
const BATCH = "2.1.118"
const EDITS = "Bash|Write|Edit|MultiEdit|NotebookEdit"

const FORM: GroupForm = {
  host: "claude-code",
  units: 1,
  has_windows: false,
  listeners: [
    { event: "SessionStart", seconds: 10 },
    { event: "UserPromptSubmit", seconds: 10 },
    { event: "PreToolUse", matcher: "Bash", seconds: 10, only_refusing: true },
    // The only event with failed, passed and refused calls alike; it has no matcher, and comes once a turn.
    { event: "PostToolBatch", seconds: 10, since: BATCH },
    { event: "PostToolUse", matcher: EDITS, seconds: 10, before: BATCH },
    { event: "PostToolUseFailure", matcher: EDITS, seconds: 10, before: BATCH },
    { event: "Stop", seconds: 30, verifies: true },
    { event: "SubagentStop", seconds: 30, verifies: true },
    { event: "SessionEnd", seconds: 3 },
  ],
}

function folder({ home, env }: Machine): string {
  return env["CLAUDE_CONFIG_DIR"] || join(home, ".claude")
}

const OFF = [{ field: ["disableAllHooks"], value: true }]

export const claudeCode: HostTable = {
  host: "claude-code",
  title: "Claude Code",
  program: "claude",
  least: "2.0.76",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".claude"), "settings.json"),
  kind: {
    format: "json",
    is_strict: false,
    root: {},
    entries: (plan) => groupEntries(FORM, plan),
  },
  next_step: "Sessions that are open keep their hooks: start a new one.",
  silent_reason:
    "open claude and type /hooks: are they listed? Claude Code runs those of a project only in a folder that is trusted",
  sessions: (machine) => [{ folder: join(folder(machine), "projects"), depth: 1 }],
  session_names: /\.jsonl$/,
  switches(machine) {
    const managed =
      process.platform === "darwin"
        ? "/Library/Application Support/ClaudeCode/managed-settings.json"
        : process.platform === "win32"
          ? String.raw`C:\Program Files\ClaudeCode\managed-settings.json`
          : "/etc/claude-code/managed-settings.json"
    return [
      {
        path: managed,
        format: "json",
        off: [...OFF, { field: ["allowManagedHooksOnly"], value: true }],
      },
      { path: join(folder(machine), "settings.json"), format: "json", off: OFF },
      { path: join(machine.project, ".claude/settings.json"), format: "json", off: OFF },
      { path: join(machine.project, ".claude/settings.local.json"), format: "json", off: OFF },
    ]
  },
}
