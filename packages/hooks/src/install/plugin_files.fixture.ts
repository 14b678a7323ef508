import type { HostName } from "../events/host_event.ts"
import { addEntries } from "./hook_entries.ts"
import { hookPlan } from "./hook_plan.ts"
import { hostTables } from "./host_tables.ts"
import type { EntryPlace } from "./launcher.ts"

const MANIFEST = {
  name: "proofloop",
  description: "Says when a check keeps failing, and that work is not done while it fails",
  license: "MIT",
}

/** The files of the shipped plugins, by their path below `plugins`, made from what install writes. */
export const PLUGIN_FILES: readonly (readonly [path: string, text: string])[] = [
  ["claude-code/.claude-plugin/plugin.json", json(MANIFEST)],
  ["claude-code/hooks/hooks.json", hooksFile("claude-code", "plugin")],
  ["codex/.codex-plugin/plugin.json", json({ ...MANIFEST, hooks: "./hooks/hooks.json" })],
  ["codex/hooks/hooks.json", hooksFile("codex", "plugin")],
  ["copilot/.github/hooks/proofloop.json", hooksFile("copilot", "repository")],
]

function hooksFile(host: HostName, place: EntryPlace): string {
  const { kind } = hostTables[host]
  if (kind.format !== "json") throw new Error(`${host} has no file of hooks`)
  const entries = kind.entries(hookPlan(host, ["--observe"], place).plan)
  return addEntries("", entries, { ...kind, is_strict: true })
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
