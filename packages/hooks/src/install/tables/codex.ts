import { join } from "node:path"
import { type GroupForm, groupEntries } from "../group_entries.ts"
import type { HostTable, Machine } from "../host_table.ts"

const FORM: GroupForm = {
  host: "codex",
  units: 1,
  has_windows: true,
  listeners: [
    { event: "SessionStart", seconds: 10 },
    { event: "UserPromptSubmit", seconds: 10 },
    { event: "PreToolUse", matcher: "Bash", seconds: 10, only_refusing: true },
    { event: "PostToolUse", matcher: "Bash|apply_patch", seconds: 10 },
    { event: "Stop", seconds: 30, verifies: true },
    { event: "SubagentStop", seconds: 30, verifies: true },
    // Codex gives it three seconds at most.
    { event: "SessionEnd", seconds: 3 },
  ],
}

function folder({ home, env }: Machine): string {
  return env["CODEX_HOME"] || join(home, ".codex")
}

const OFF = [
  { field: ["features", "hooks"], value: false },
  { field: ["features", "codex_hooks"], value: false },
]

export const codex: HostTable = {
  host: "codex",
  title: "Codex",
  program: "codex",
  least: "0.124.0",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".codex"), "hooks.json"),
  kind: {
    format: "json",
    is_strict: true,
    root: {},
    entries: (plan) => groupEntries(FORM, plan),
  },
  next_step: "Codex runs no hook that is not trusted: open codex, type /hooks, accept.",
  silent_reason: "Codex runs no hook that is not trusted: open codex, type /hooks, accept",
  sessions: (machine) => [{ folder: join(folder(machine), "sessions"), depth: 3 }],
  session_names: /\.jsonl$/,
  switches: (machine) => [
    {
      path: "/etc/codex/requirements.toml",
      format: "toml",
      off: [...OFF, { field: ["allow_managed_hooks_only"], value: true }],
    },
    { path: join(folder(machine), "config.toml"), format: "toml", off: OFF },
    { path: join(machine.project, ".codex/config.toml"), format: "toml", off: OFF },
  ],
}
