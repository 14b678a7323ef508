import { join } from "node:path"
import type { HookPlan, HostTable, Machine } from "../host_table.ts"
import { entryImport } from "../module_text.ts"

function folder({ home, env }: Machine): string {
  return env["PI_CODING_AGENT_DIR"] || join(home, ".pi/agent")
}

function text(plan: HookPlan): string {
  return `${entryImport()}
export default async function (pi) {
  try {
    const { hookPi } = await load()
    await hookPi(pi, ${JSON.stringify(plan.words)})
  } catch {}
}
`
}

export const pi: HostTable = {
  host: "pi",
  title: "pi",
  program: "pi",
  least: "0.74.2",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".pi"), "extensions/proofloop.js"),
  kind: { format: "module", text },
  next_step: "pi loads extensions when it starts: start it again, or type /reload.",
  silent_reason: "pi loads extensions of a project only once it is trusted: open pi there and trust it",
  sessions: (machine) => [{ folder: join(folder(machine), "sessions"), depth: 1 }],
  session_names: /\.jsonl$/,
  switches: () => [],
}
