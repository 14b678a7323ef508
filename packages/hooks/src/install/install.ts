import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { lineDiff } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import { type EntrySource, installEntry } from "./entry_files.ts"
import { hookPlan } from "./hook_plan.ts"
import type { HookPlan, HostTable, Machine, Scope } from "./host_table.ts"
import { hostTables } from "./host_tables.ts"
import { hostVersion, versionWords } from "./host_version.ts"
import { type InstallRecord, readRecord, removeRecord, writeRecord } from "./install_record.ts"
import { MCP_SERVER } from "./mcp_entry.ts"
import { inFile, type SettingsEdit, settingsEdit, textWithout } from "./settings_edit.ts"
import {
  backUp,
  backupOf,
  readSettings,
  removeSettings,
  type SettingsFile,
  sha256Of,
  writeSettings,
} from "./settings_file.ts"
import { SettingsProblem } from "./settings_problem.ts"
import { hasHookTables, parseToml } from "./toml_settings.ts"

export interface InstallOptions {
  /** The agent whose settings get the hooks. */
  readonly host: HostName
  /** Whether the hooks count for the project or for the user. */
  readonly scope: Scope
  /** The user's folders and environment. */
  readonly machine: Machine
  /** Where hooks keep what they know. */
  readonly home: string
  /** Say what would change, and change nothing. */
  readonly is_dry_run: boolean
  /** The time that a backup is named after. */
  readonly now: Date
}

export interface Installation {
  /** The host whose settings were changed. */
  readonly host: HostName
  /** Whether they are the person's or the project's. */
  readonly scope: Scope
  /** The file of settings. */
  readonly path: string
  /** What became of our hooks in it. */
  readonly action: "installed" | "replaced" | "removed" | "unchanged"
  /** What changes in the file, line by line. */
  readonly diff: string
  /** The backup of the old bytes; null where there is none. */
  readonly backup: string | null
  /** What the person has to know or do. */
  readonly notes: readonly string[]
}

/**
 * Writes our hooks into a host's settings; a second call changes nothing. Rejects with InstallError, without having
 * written anything into them.
 */
export async function installHooks(
  options: InstallOptions & {
    /** The flags of the command to install, in order. */
    readonly words: readonly string[]
    /** The program to install. */
    readonly source: EntrySource
  },
): Promise<Installation> {
  const { host, scope, machine, home, words, source, is_dry_run, now } = options
  const table = hostTables[host]
  const plan = { ...hookPlan(host, words).plan, version: await hostVersion(table, machine) }
  const path = await pathFor(table, plan, { scope, machine })
  const edit = settingsEdit(table, plan, path)
  const file = await readSettings(path, scope === "project" ? machine.project : null)
  const text = file.text ?? ""
  const record = await readRecord(home, file.real)
  const { is_done, before, base, written } = inFile(file, () => {
    const is_installed = edit.words(text) !== null
    const stripped = is_installed ? textWithout(text, edit, record) : file.text
    const is_done = edit.isDone(text)
    return { is_done, before: is_installed, base: stripped, written: edit.add(stripped ?? "") }
  })
  const outcome = {
    host,
    scope,
    path,
    notes: [...versionWords(table, plan), table.next_step, ...serverNotes(table, plan)],
  }
  if (is_done) {
    if (!is_dry_run) await installEntry(source, home)
    return { ...outcome, action: "unchanged", diff: "", backup: null, notes: [] }
  }
  const action = before ? "replaced" : "installed"
  const diff = lineDiff(text, written)
  if (is_dry_run) return { ...outcome, action, diff, backup: null }
  // First the files that the settings name: a host must not find them missing.
  await installEntry(source, home)
  // A file that install wrote needs no copy; the backup from before it exists.
  const is_own = before && record?.written === text
  const backup = is_own ? null : await backUp(file, now)
  const made = await writeSettings(file, written)
  await writeRecord(home, file.real, {
    host,
    path,
    at: now.getTime(),
    original: base,
    written,
    folders: before ? [...(record?.folders ?? []), ...made] : made,
  })
  return { ...outcome, action, diff, backup }
}

/** A tool needs a server that the host knows. */
function serverNotes({ program }: HostTable, { via }: HookPlan): readonly string[] {
  if (via !== "mcp") return []
  const scope = program === "claude" ? "--scope user " : ""
  return [
    `Tell it of the server: ${program} mcp add ${scope}${MCP_SERVER} -- npx --no-install proofloop mcp --hooks`,
  ]
}

/** Removes our hooks from a host's settings and leaves the rest. Rejects with InstallError, before any write. */
export async function uninstallHooks(options: InstallOptions): Promise<Installation> {
  const { host, scope, machine, home, is_dry_run } = options
  const table = hostTables[host]
  const root = scope === "project" ? machine.project : null
  for (const path of placesFor(table, scope, machine)) {
    const file = await readSettings(path, root)
    const edit = settingsEdit(table, hookPlan(host, []).plan, path)
    const { text } = file
    if (text === null || inFile(file, () => edit.words(text)) === null) continue
    const record = await readRecord(home, file.real)
    const without = inFile(file, () => textWithout(text, edit, record))
    // A module file is ours alone and is removed whole.
    const rest = table.kind.format === "module" && record?.original == null ? null : without
    const outcome = { host, scope, path, diff: lineDiff(text, rest ?? ""), backup: null, notes: [] }
    if (is_dry_run) return { ...outcome, action: "removed" }
    await putBack(file, rest, record)
    await removeRecord(home, file.real)
    return { ...outcome, action: "removed" }
  }
  const path = table.settings(scope, machine)
  return { host, scope, path, action: "unchanged", diff: "", backup: null, notes: [] }
}

async function putBack(file: SettingsFile, rest: string | null, record: InstallRecord | null): Promise<void> {
  if (rest === null) return removeSettings(file, record?.folders ?? [])
  await writeSettings(file, rest)
  // A copy of the present content would help nobody.
  const backup = await backupOf(file.path, sha256Of(rest))
  if (backup !== null) await rm(backup, { force: true })
}

/** The files that may hold our hooks: Codex has two. */
export function placesFor(table: HostTable, scope: Scope, machine: Machine): readonly string[] {
  const path = table.settings(scope, machine)
  return table.host === "codex" ? [path, join(dirname(path), "config.toml")] : [path]
}

/** Codex warns at each start when a folder has hooks in both of its files: ours go where hooks are, if they can. */
async function pathFor(
  table: HostTable,
  plan: HookPlan,
  { scope, machine }: { readonly scope: Scope; readonly machine: Machine },
): Promise<string> {
  const [path = "", config] = placesFor(table, scope, machine)
  if (config === undefined) return path
  const root = scope === "project" ? machine.project : null
  const tables = await readSettings(config, root)
  const hooks = await readSettings(path, root)
  const has_tables = inFile(tables, () => hasHookTables(parseToml(tables.text ?? "")))
  if (!has_tables || holdsOurs(hooks, settingsEdit(table, plan, path))) return path
  return takes(tables.text ?? "", settingsEdit(table, plan, config)) ? config : path
}

function holdsOurs(file: SettingsFile, edit: SettingsEdit): boolean {
  return inFile(file, () => edit.words(file.text ?? "")) !== null
}

/** Not where a list of hooks is written inline. */
function takes(text: string, edit: SettingsEdit): boolean {
  try {
    edit.add(edit.remove(text, ""))
    return true
  } catch (error) {
    if (error instanceof SettingsProblem) return false
    throw error
  }
}
