import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { readFlags } from "../entry/flags.ts"
import type { Heartbeat } from "../entry/notes.ts"
import type { HookMode } from "../events/hook_mode.ts"
import type { HostName } from "../events/host_event.ts"
import { type InstalledEntry, installedEntry } from "./entry_files.ts"
import { readHeartbeats } from "./heartbeat.ts"
import { hookPlan } from "./hook_plan.ts"
import { type HostTable, type Machine, SCOPES, type Scope } from "./host_table.ts"
import { hostTables } from "./host_tables.ts"
import { hostVersion, versionWords } from "./host_version.ts"
import { placesFor } from "./install.ts"
import { InstallError } from "./install_error.ts"
import { readRecord } from "./install_record.ts"
import { type HostSession, newestSession } from "./newest_session.ts"
import { inFile, settingsEdit } from "./settings_edit.ts"
import { readSettings } from "./settings_file.ts"
import { switchedOff } from "./switched_off.ts"

/** Our hooks in one file of settings. */
export interface FoundInstallation {
  /** Whether the settings are the person's or the project's. */
  readonly scope: Scope
  /** The file of settings. */
  readonly path: string
  /** What the host is told: nothing, hints, or everything with holds. */
  readonly mode: HookMode
  /** The flags of the installed command, in order. */
  readonly flags: readonly string[]
  /** Whether they are as this version writes them. */
  readonly is_current: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Whether a host runs our hooks, and the evidence. */
export interface HostStatus {
  /** The host that was looked at. */
  readonly host: HostName
  /**
   * - works: a heartbeat shows it
   * - waiting: no session began since install
   * - no_calls: it runs, and was told of no call since install
   * - silent: a session began and left no heartbeat
   * - off: settings or a policy forbid hooks
   * - broken: the settings are unreadable, or what they name is missing
   */
  readonly state: "not_installed" | "works" | "waiting" | "no_calls" | "silent" | "off" | "broken"
  /** Why it is in this state, and what to do, in sentences. */
  readonly words: readonly string[]
  /** Our hooks in its settings, one for each file; empty: there are none. */
  readonly installations: readonly FoundInstallation[]
  /** The program that its settings run; null: it is not installed. */
  readonly entry: InstalledEntry | null
  /** The version that the host's program says it is; null: unknown. */
  readonly version: string | null
  /** The last event that the hook saw; null: none yet. */
  readonly heartbeat: Heartbeat | null
  /** The last event that told calls which ended; null: none yet. */
  readonly calls: Heartbeat | null
  /** The host's newest session; null: none was found. */
  readonly newest_session: HostSession | null
}

export interface StatusOptions {
  /** The agent that is asked about. */
  readonly host: HostName
  /** The user's folders and environment. */
  readonly machine: Machine
  /** Where proofloop keeps what hooks wrote. */
  readonly home: string
  /** Of this program. */
  readonly version: string
}

/** How long after its heartbeat a host may create the session file. */
const SLACK_MS = 60_000

/**
 * Checks whether a host's hooks are installed, allowed, intact, and proved by a heartbeat. Changes nothing, and
 * rejects for no finding.
 */
export async function hookStatus(options: StatusOptions): Promise<HostStatus> {
  const { host, machine, home } = options
  const table = hostTables[host]
  const version = await hostVersion(table, machine)
  const { installations, problems } = await findInstallations(table, machine, { home, version })
  const entry = await installedEntry(home)
  const { heartbeat, calls } = await readHeartbeats(home, host)
  const project = installations.some(({ scope }) => scope === "user") ? null : machine.project
  const installed_at = Math.min(...installations.map(({ at }) => at))
  const newest_session =
    installations.length === 0 ? null : await newestSession(table, machine, { after: installed_at, project })
  const found = { host, installations, entry, version, heartbeat, calls, newest_session }
  const broken = [...problems, ...brokenWords(found)]
  if (broken.length > 0) return { ...found, state: "broken", words: broken }
  if (installations.length === 0)
    return { ...found, state: "not_installed", words: await absentWords(table, options, heartbeat) }
  const off = await switchedOff(table, machine)
  if (off.length > 0) return { ...found, state: "off", words: off }
  const proof = proved(found, installed_at)
  return {
    ...found,
    state: proof,
    words: [
      proofWords(table, found, proof),
      ...versionWords(table, { ...hookPlan(host, installations[0]?.flags ?? []).plan, version }),
      ...staleWords(found, options.version),
      ...(await doubleWords(table, found, options)),
    ],
  }
}

type Found = Omit<HostStatus, "state" | "words">

function brokenWords({ installations, entry }: Found): readonly string[] {
  return installations.length > 0 && entry === null
    ? [
        "the file that the settings name is missing, so that nothing happens: run proofloop hook install again",
      ]
    : []
}

type Proof = "works" | "waiting" | "silent" | "no_calls"

function proved(found: Found, installed_at: number): Proof {
  const proof = provedRun(found, installed_at)
  // Only calls show whether checks fail and code changes.
  return proof === "works" && (found.calls?.at ?? 0) < installed_at ? "no_calls" : proof
}

function provedRun({ heartbeat, newest_session }: Found, installed_at: number): Proof {
  const ran_since = heartbeat !== null && heartbeat.at >= installed_at
  if (newest_session === null) return ran_since ? "works" : "waiting"
  if (heartbeat === null) return "silent"
  const is_named = heartbeat.session_id !== "" && basename(newest_session.file).includes(heartbeat.session_id)
  return is_named || heartbeat.at >= newest_session.started_at - SLACK_MS ? "works" : "silent"
}

function proofWords(
  table: HostTable,
  { heartbeat, calls, newest_session, version }: Found,
  state: Proof,
): string {
  if (heartbeat !== null && calls !== null && state === "works")
    return `works: ran last at ${timeOf(heartbeat.at)}, for ${heartbeat.event}, and was told of calls at ${timeOf(calls.at)}`
  if (heartbeat !== null && state === "no_calls")
    return `runs, last at ${timeOf(heartbeat.at)} for ${heartbeat.event}, but was told of no call since install: let ${[table.title, version ?? ""].join(" ").trim()} run a command, and ask again`
  if (newest_session === null) return `installed; no session began since. ${table.next_step}`
  if (heartbeat === null) return `installed but never ran: ${table.silent_reason}`
  return `ran last at ${timeOf(heartbeat.at)}, and not in the session that began at ${timeOf(newest_session.started_at)}: ${table.silent_reason}`
}

function staleWords({ installations, entry }: Found, version: string): readonly string[] {
  const is_old = installations.some(({ is_current }) => !is_current)
  return [
    ...(is_old ? ["the settings are of another version: run proofloop hook install again"] : []),
    ...(entry !== null && entry.version !== version
      ? [
          `the installed file is of ${entry.version ?? "an unknown version"}, this is ${version}: run proofloop hook install again`,
        ]
      : []),
  ]
}

const READS_CLAUDE: ReadonlySet<HostName> = new Set(["cursor", "copilot"])

/** Each event arrives twice where two files name our hooks. It counts once where their flags differ. */
async function doubleWords(
  { host, title }: HostTable,
  { installations }: Found,
  { machine, home }: StatusOptions,
): Promise<readonly string[]> {
  const words: string[] = []
  const [first, second] = installations
  if (first !== undefined && second !== undefined) {
    const counted = isSameFlags(first, second) ? "and may count twice" : "and counts once"
    words.push(
      `installed twice, so that each event comes twice, ${counted}: proofloop hook uninstall ${host} --project`,
    )
  }
  if (READS_CLAUDE.has(host)) {
    const claude = await findInstallations(hostTables["claude-code"], machine, { home, version: null })
    if (claude.installations.length > 0)
      words.push(
        `${title} also starts what Claude Code's settings name: it tells those hooks of no call, so that they say nothing`,
      )
  }
  return words
}

function isSameFlags(left: FoundInstallation, right: FoundInstallation): boolean {
  return left.flags.join("\0") === right.flags.join("\0")
}

/** Cursor runs Claude Code's hooks as well, but reports no failure to them. */
async function absentWords(
  table: HostTable,
  { machine, home }: StatusOptions,
  heartbeat: Heartbeat | null,
): Promise<readonly string[]> {
  if (table.host === "cursor") {
    const claude = { home, version: null }
    const { installations } = await findInstallations(hostTables["claude-code"], machine, claude)
    if (installations.length > 0)
      return [
        "Cursor reads only Claude Code's file: failures are invisible. Run: proofloop hook install cursor",
      ]
  }
  const ran =
    heartbeat === null
      ? []
      : [`ran last at ${timeOf(heartbeat.at)} all the same: by a plugin, or by settings of another folder`]
  return [`not installed. Run: proofloop hook install ${table.host}`, ...ran]
}

async function findInstallations(
  table: HostTable,
  machine: Machine,
  of: { readonly home: string; readonly version: string | null },
): Promise<{ readonly installations: readonly FoundInstallation[]; readonly problems: readonly string[] }> {
  const installations: FoundInstallation[] = []
  const problems: string[] = []
  for (const scope of SCOPES) {
    for (const path of placesFor(table, scope, machine)) {
      try {
        const one = await installationAt(table, { scope, path, ...of })
        if (one !== null && !installations.some((known) => known.path === path)) installations.push(one)
      } catch (error) {
        if (!(error instanceof InstallError)) throw error
        problems.push(error.message.replace(": nothing was written", ""))
      }
    }
  }
  return { installations, problems }
}

async function installationAt(
  table: HostTable,
  {
    scope,
    path,
    home,
    version,
  }: { readonly scope: Scope; readonly path: string; readonly home: string; readonly version: string | null },
): Promise<FoundInstallation | null> {
  const file = await readSettings(path, null)
  const { text } = file
  if (text === null) return null
  const edit = settingsEdit(table, hookPlan(table.host, []).plan, path)
  const flags = inFile(file, () => edit.words(text))
  if (flags === null) return null
  const record = await readRecord(home, file.real)
  const wanted = settingsEdit(table, { ...hookPlan(table.host, flags).plan, version }, path)
  return {
    scope,
    path,
    mode: readFlags([table.host, ...flags]).flags?.mode ?? "observe",
    flags,
    is_current: wanted.isDone(text),
    at: record?.at ?? (await stat(file.real)).mtimeMs,
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z")
}
