import { join } from "node:path"
import { type GroupForm, groupEntries } from "../group_entries.ts"
import type { HostTable, Machine } from "../host_table.ts"

/** The first version in which it was seen; 0.15.10, which npm installs on Node 20, has none. */
const BATCH = "0.21.2"
const CALLS = "run_shell_command|write_file|edit"

const FORM: GroupForm = {
  host: "qwen-code",
  units: 1000,
  has_windows: false,
  listeners: [
    { event: "SessionStart", seconds: 10 },
    { event: "UserPromptSubmit", seconds: 10 },
    { event: "PreToolUse", matcher: "run_shell_command", seconds: 10, only_refusing: true },
    { event: "PostToolBatch", seconds: 10, since: BATCH },
    { event: "PostToolUse", matcher: CALLS, seconds: 10, before: BATCH },
    { event: "PostToolUseFailure", matcher: CALLS, seconds: 10, before: BATCH },
    { event: "Stop", seconds: 30, verifies: true },
    { event: "SubagentStop", seconds: 30, verifies: true },
    { event: "SessionEnd", seconds: 3 },
  ],
}

function folder({ home }: Machine): string {
  return join(home, ".qwen")
}

const OFF = [
  { field: ["disableAllHooks"], value: true },
  { field: ["hooksConfig", "enabled"], value: false },
]

export const qwenCode: HostTable = {
  host: "qwen-code",
  title: "Qwen Code",
  program: "qwen",
  least: "0.15.10",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".qwen"), "settings.json"),
  kind: {
    format: "json",
    is_strict: false,
    root: {},
    entries: (plan) => groupEntries(FORM, plan),
  },
  next_step: "Sessions that are open keep their hooks: start a new one.",
  silent_reason:
    "open qwen and type /hooks: are they listed? Qwen Code runs those of a project only in a folder that is trusted",
  sessions: (machine) => [{ folder: join(folder(machine), "projects"), depth: 2 }],
  session_names: /\.jsonl$/,
  switches: (machine) => [
    { path: join(folder(machine), "settings.json"), format: "json", off: OFF },
    { path: join(machine.project, ".qwen/settings.json"), format: "json", off: OFF },
  ],
}
