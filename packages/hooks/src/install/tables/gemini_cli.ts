import { join } from "node:path"
import { type GroupForm, groupEntries } from "../group_entries.ts"
import type { HostTable, Machine } from "../host_table.ts"

const FORM: GroupForm = {
  host: "gemini-cli",
  units: 1000,
  has_windows: false,
  listeners: [
    { event: "SessionStart", seconds: 10 },
    { event: "BeforeAgent", seconds: 10 },
    { event: "BeforeTool", matcher: "run_shell_command", seconds: 10, only_refusing: true },
    { event: "AfterTool", matcher: "run_shell_command|write_file|replace", seconds: 10 },
    { event: "AfterAgent", seconds: 30, verifies: true },
    { event: "SessionEnd", seconds: 3 },
  ],
}

function folder({ home, env }: Machine): string {
  return join(env["GEMINI_CLI_HOME"] || home, ".gemini")
}

const OFF = [{ field: ["hooksConfig", "enabled"], value: false }]

export const geminiCli: HostTable = {
  host: "gemini-cli",
  title: "Gemini CLI",
  program: "gemini",
  least: "0.26.0",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".gemini"), "settings.json"),
  kind: {
    format: "json",
    is_strict: false,
    root: {},
    entries: (plan) => groupEntries(FORM, plan),
  },
  next_step: "Sessions that are open keep their hooks: start a new one.",
  silent_reason:
    "open gemini and type /hooks: are they listed? Gemini CLI runs those of a project only in a folder that is trusted",
  sessions: (machine) => [{ folder: join(folder(machine), "tmp"), depth: 2 }],
  // The same folders hold its logs.
  session_names: /^session-.{1,200}\.jsonl?$/,
  switches: (machine) => [
    {
      path:
        process.platform === "darwin"
          ? "/Library/Application Support/GeminiCli/settings.json"
          : process.platform === "win32"
            ? String.raw`C:\ProgramData\gemini-cli\settings.json`
            : "/etc/gemini-cli/settings.json",
      format: "json",
      off: OFF,
    },
    { path: join(folder(machine), "settings.json"), format: "json", off: OFF },
    { path: join(machine.project, ".gemini/settings.json"), format: "json", off: OFF },
  ],
}
