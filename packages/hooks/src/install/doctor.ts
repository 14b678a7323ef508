import { spawnSync } from "node:child_process"
import { constants } from "node:fs"
import { mkdir, realpath, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { removeFolder, temporaryFolder } from "@proofloop/foundation/files"
import { runProgram } from "@proofloop/foundation/process"
import { makeFolder } from "../entry/make_folder.ts"
import { type HostName, HOST_NAMES } from "../events/host_event.ts"
import { installedEntry } from "./entry_files.ts"
import type { Machine } from "./host_table.ts"
import { hostTables } from "./host_tables.ts"
import { definedOf, isThere, programFile } from "./host_version.ts"
import { hookCommand, RUN_SCRIPT } from "./launcher.ts"
import { type HostStatus, hookStatus, type StatusOptions } from "./status.ts"

/** One thing that hooks need of this machine. */
export interface MachineCheck {
  /** What is looked at, in a few words. */
  readonly name: string
  /** Whether it is as hooks need it. */
  readonly is_good: boolean
  /** What was found, and what to do about it. */
  readonly words: string
}

export interface DoctorReport {
  /** For each host found on this machine. */
  readonly hosts: readonly HostStatus[]
  /** What hooks need of this machine, and whether it is there. */
  readonly checks: readonly MachineCheck[]
}

const SHELL_MS = 5000
const EVENTS = 5

/**
 * Looks at every host on this machine and at what hooks need. Runs the installed entry in a temporary folder to
 * measure it.
 */
export async function hookDoctor(options: Omit<StatusOptions, "host">): Promise<DoctorReport> {
  const hosts: HostStatus[] = []
  for (const host of await foundHosts(options.machine)) hosts.push(await hookStatus({ ...options, host }))
  const { home, machine } = options
  const checks = [await checkNode(home, machine), await checkEntry(options), await checkState(home)]
  const latency = await measureEvent(home, machine)
  return { hosts, checks: latency === null ? checks : [...checks, latency] }
}

/** The hosts whose program or folder is on this machine. */
export async function foundHosts(machine: Machine): Promise<readonly HostName[]> {
  const found: HostName[] = []
  for (const host of HOST_NAMES) if (await isHere(host, machine)) found.push(host)
  return found
}

async function isHere(host: HostName, machine: Machine): Promise<boolean> {
  const table = hostTables[host]
  return (await isThere(table.folder(machine))) || (await programFile(table, machine)) !== null
}

/** Hosts started by an editor or a desktop see at best the PATH of a login shell. */
async function checkNode(home: string, { env }: Machine): Promise<MachineCheck> {
  const name = "node"
  if (process.platform === "win32") return { name, is_good: true, words: process.execPath }
  const link = join(home, "node")
  if (await isThere(link, constants.X_OK))
    return { name, is_good: true, words: `${link} -> ${await realpath(link)}` }
  const shell = env["SHELL"] || "/bin/sh"
  const { stdout, exit_code } = await runProgram({
    command: [shell, "-lc", "command -v node"],
    cwd: "/",
    timeout_ms: SHELL_MS,
    max_output_bytes: 65_536,
    env: definedOf(env),
  })
  const found = stdout.toString().trim().split("\n").at(-1) ?? ""
  return exit_code === 0 && found !== ""
    ? { name, is_good: true, words: `${found}, on the PATH of a login shell` }
    : {
        name,
        is_good: false,
        words: "not on the PATH of a login shell: hooks do nothing. Run proofloop hook install again",
      }
}

async function checkEntry({ home, version }: Omit<StatusOptions, "host">): Promise<MachineCheck> {
  const entry = await installedEntry(home)
  const name = "entry"
  if (entry === null)
    return { name, is_good: false, words: `no ${join(home, "hook.js")}: run proofloop hook install HOST` }
  const is_good = entry.version === version
  return {
    name,
    is_good,
    words: `${entry.file}, ${entry.version ?? "of an unknown version"}${is_good ? "" : `; this is ${version}`}`,
  }
}

async function checkState(home: string): Promise<MachineCheck> {
  const folder = join(home, "state")
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    makeFolder(folder)
    await writeFile(probe, "")
    return { name: "state", is_good: true, words: `${folder} can be written` }
  } catch {
    return { name: "state", is_good: false, words: `${folder} cannot be written: hooks do nothing` }
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** The cost of one event, beside an idle Node, in a temporary state folder. */
async function measureEvent(home: string, machine: Machine): Promise<MachineCheck | null> {
  if (process.platform === "win32" || (await installedEntry(home)) === null) return null
  const folder = await temporaryFolder("doctor")
  try {
    const hooks = join(folder, "hooks")
    await mkdir(hooks)
    for (const name of [RUN_SCRIPT, "hook.js", "node"])
      if (await isThere(join(home, name))) await symlink(join(home, name), join(hooks, name))
    const env = { ...definedOf(machine.env), PROOFLOOP_HOME: folder }
    const event = hookCommand({ host: "claude-code", words: ["--observe"] })
    const bare = median(() => run([process.execPath, "-e", "0"], env))
    const whole = median(() => run(["/bin/sh", "-c", event], env))
    return {
      name: "latency",
      is_good: true,
      words: `${whole} ms an event, of which bare Node takes ${bare} ms`,
    }
  } finally {
    await removeFolder(folder)
  }
}

function run([program = "", ...args]: readonly string[], env: Record<string, string>): void {
  spawnSync(program, args, { env, input: INPUT, timeout: SHELL_MS })
}

const INPUT = JSON.stringify({
  session_id: "doctor",
  cwd: "/",
  hook_event_name: "UserPromptSubmit",
  prompt: "doctor",
})

function median(work: () => void): number {
  const times = Array.from({ length: EVENTS }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.round(times.toSorted((left, right) => left - right)[Math.floor(EVENTS / 2)] ?? 0)
}
