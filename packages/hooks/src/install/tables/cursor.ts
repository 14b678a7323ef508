import { join } from "node:path"
import { type Listener, neededListeners } from "../group_entries.ts"
import type { HookEntry, HookPlan, HostTable, Machine } from "../host_table.ts"
import { hookCommand } from "../launcher.ts"

const LISTENERS: readonly Listener[] = [
  { event: "sessionStart", seconds: 10 },
  { event: "beforeSubmitPrompt", seconds: 10 },
  { event: "preToolUse", matcher: "Shell", seconds: 10, only_refusing: true },
  { event: "postToolUse", matcher: "Shell|Write", seconds: 10 },
  { event: "postToolUseFailure", matcher: "Shell|Write", seconds: 10 },
  { event: "stop", seconds: 30, verifies: true },
  { event: "subagentStop", seconds: 30, verifies: true },
  { event: "sessionEnd", seconds: 3 },
]

/** Cursor's own cap, stated explicitly; ours is below it. */
const LOOP_LIMIT = 5

function entries(plan: HookPlan): readonly HookEntry[] {
  return neededListeners(LISTENERS, plan).map(({ event, matcher, seconds }) => ({
    event,
    value: {
      command: hookCommand({ host: "cursor", words: plan.words }, plan.place),
      ...(matcher === undefined ? {} : { matcher }),
      timeout: seconds,
      ...(event.toLowerCase().endsWith("stop") ? { loop_limit: LOOP_LIMIT } : {}),
    },
  }))
}

function folder({ home }: Machine): string {
  return join(home, ".cursor")
}

export const cursor: HostTable = {
  host: "cursor",
  title: "Cursor",
  program: null,
  least: null,
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".cursor"), "hooks.json"),
  kind: { format: "json", is_strict: false, root: { version: 1 }, entries },
  next_step: "Cursor reads hooks when a window opens: open it again.",
  silent_reason: "Cursor runs hooks of a project only in a workspace that is trusted: trust it",
  sessions: (machine) => [
    { folder: join(folder(machine), "projects"), depth: 4 },
    { folder: join(folder(machine), "chats"), depth: 2 },
  ],
  session_names: /^(?:.{1,200}\.(?:jsonl|txt)|store\.db)$/,
  switches: () => [],
}
