import { join } from "node:path"
import type { HookPlan, HostTable, Machine } from "../host_table.ts"
import { entryImport } from "../module_text.ts"

function folder({ home, env }: Machine): string {
  return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode")
}

/** One export alone: opencode starts each as a plugin. */
function text(plan: HookPlan): string {
  return `${entryImport()}
export const Proofloop = async (context) => {
  try {
    const { hookOpencode } = await load()
    return (await hookOpencode(context, ${JSON.stringify(plan.words)})) ?? {}
  } catch {
    return {}
  }
}
`
}

export const opencode: HostTable = {
  host: "opencode",
  title: "opencode",
  program: "opencode",
  least: "1.18.33",
  folder,
  settings: (scope, machine) =>
    join(scope === "user" ? folder(machine) : join(machine.project, ".opencode"), "plugin/proofloop.js"),
  kind: { format: "module", text },
  next_step: "opencode loads plugins when it starts: start it again.",
  silent_reason: "opencode loads plugins when it starts: start it again",
  sessions: ({ home, env }) => {
    const data = join(env["XDG_DATA_HOME"] || join(home, ".local/share"), "opencode")
    return [
      { folder: join(data, "storage/session"), depth: 2 },
      { folder: data, depth: 0 },
    ]
  },
  session_names: /^(?:opencode\.db|ses_.{1,100}\.json)$/,
  switches: () => [],
}
