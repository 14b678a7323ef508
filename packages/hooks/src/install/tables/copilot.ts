import { join } from "node:path"
import { type Listener, neededListeners } from "../group_entries.ts"
import type { HookEntry, HookPlan, HostTable, Machine } from "../host_table.ts"
import { hookCommand, powershellCommand } from "../launcher.ts"

/** With names in Claude Code's case Copilot sends Claude Code's fields and tool names. */
const LISTENERS: readonly Listener[] = [
  { event: "SessionStart", seconds: 10 },
  { event: "UserPromptSubmit", seconds: 10 },
  { event: "PreToolUse", matcher: "Bash", seconds: 10, only_refusing: true },
  { event: "PostToolUse", matcher: "Bash|Write|Edit", seconds: 10 },
  { event: "PostToolUseFailure", matcher: "Bash|Write|Edit", seconds: 10 },
  { event: "Stop", seconds: 30, verifies: true },
  { event: "SubagentStop", seconds: 30, verifies: true },
  { event: "SessionEnd", seconds: 3 },
]

function entries(plan: HookPlan): readonly HookEntry[] {
  const installed = { host: "copilot", words: plan.words } as const
  return neededListeners(LISTENERS, plan).map(({ event, matcher, seconds }) => ({
    event,
    value: {
      type: "command",
      ...(matcher === undefined ? {} : { matcher }),
      bash: hookCommand(installed, plan.place),
      // The cloud agent knows bash alone.
      ...(plan.place === "repository" ? {} : { powershell: powershellCommand(installed) }),
      timeoutSec: seconds,
    },
  }))
}

function folder({ home, env }: Machine): string {
  return env["COPILOT_HOME"] || join(home, ".copilot")
}

const OFF = [{ field: ["disableAllHooks"], value: true }]

export const copilot: HostTable = {
  host: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  least: null,
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".github"), "hooks/proofloop.json"),
  kind: { format: "json", is_strict: true, root: { version: 1 }, entries },
  next_step: "Sessions that are open keep their hooks: start a new one.",
  silent_reason:
    "Copilot runs hooks of a project only once the folder is trusted: open copilot there and trust it",
  sessions: (machine) => [
    { folder: join(folder(machine), "session-state"), depth: 1 },
    { folder: join(folder(machine), "history-session-state"), depth: 1 },
  ],
  session_names: /\.jsonl?$/,
  switches: (machine) => [
    { path: join(folder(machine), "settings.json"), format: "json", off: OFF },
    { path: join(folder(machine), "config.json"), format: "json", off: OFF },
    { path: join(machine.project, ".github/copilot/settings.json"), format: "json", off: OFF },
    { path: join(machine.project, ".github/copilot/settings.local.json"), format: "json", off: OFF },
  ],
}
