import { spawn } from "node:child_process"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { readPlainFile } from "@proofloop/foundation/files"
import type { HostName } from "../../packages/hooks/src/events/host_event.ts"
import { hostAdapter } from "../../packages/hooks/src/hosts/hosts.ts"
import { inputsOf } from "../../packages/hooks/src/hosts/recordings.fixture.ts"
import { hookPlan } from "../../packages/hooks/src/install/hook_plan.ts"
import { hostTables } from "../../packages/hooks/src/install/host_tables.ts"
import { hookCommand } from "../../packages/hooks/src/install/launcher.ts"
import { buildHookProgram } from "../packaging/hook_program.mjs"
import { root } from "../setup.mjs"

/** What a broken set-up works on. */
export interface BrokenWorld {
  /** PROOFLOOP_HOME. */
  readonly home: string
  /** Where the program is installed. */
  readonly hooks: string
  /** The folder the agent works in. */
  readonly project: string
  readonly host: HostName
}

/** One thing that is wrong; what is not said is as it should be. */
export interface BrokenSetup {
  readonly name: string
  readonly arrange?: (world: BrokenWorld) => void
  /** Runs before the one that counts. */
  readonly before?: readonly EventKind[]
  readonly event?: EventKind
  readonly input?: (given: string, world: BrokenWorld) => string | Buffer
  /** The input is left open, or goes on until the hook has ended, at once or in drops. */
  readonly ends?: "never" | "goes on" | "drips"
  readonly words?: readonly string[]
  readonly host?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly folder_name?: string
  /** A signal to the program while it reads. */
  readonly at_once?: number
  /** It breaks the process that runs the hook: where a host loads a module that is the host itself. */
  readonly of_process?: boolean
  /** A line in the log says what is wrong. */
  readonly is_logged?: boolean
}

export type EventKind = "calls_ended" | "stop"

export interface BrokenRun {
  readonly status: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly log: string
  /** Whether the hook kept an event. */
  readonly is_kept: boolean
}

/** The least that a host waits for a stop is 30 s; it ends what takes longer. */
const HOST_TIMEOUT_MS = 30_000
const MODULE_HOST = fileURLToPath(new URL("module_host.mjs", import.meta.url))
const MODE = ["--hold", "--refuse-repeats"]

let built: Promise<string> | undefined

/** The program, built once for all tests of a process. */
function builtProgram(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "proofloop-hook-program-"))
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
    await buildHookProgram(root, folder)
    return folder
  })()
  return built
}

/** Runs what is broken as a host runs it, by the launcher in its settings. */
export async function runBroken(setup: BrokenSetup, host: HostName): Promise<readonly BrokenRun[]> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-broken-"))
  const home = join(folder, setup.folder_name ?? "home")
  const world = { home, hooks: join(home, "hooks"), project: join(folder, "project"), host }
  try {
    mkdirSync(world.project)
    cpSync(await builtProgram(), world.hooks, { recursive: true })
    symlinkSync(process.execPath, join(world.hooks, "node"))
    for (const event of setup.before ?? []) await runOnce({ name: "before", event }, world)
    setup.arrange?.(world)
    return await Promise.all(Array.from({ length: setup.at_once ?? 1 }, () => runOnce(setup, world)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a set-up can be tried with a host: those that load a module have no process of a hook's own. */
export function isFor({ of_process }: BrokenSetup, host: HostName): boolean {
  return of_process !== true || hostTables[host].kind.format !== "module"
}

/** What the host starts: the command in its settings, or itself with the module that lies beside them. */
function programFor(setup: BrokenSetup, { host, project }: BrokenWorld): readonly string[] {
  const words = setup.words ?? MODE
  const { kind } = hostTables[host]
  if (kind.format === "module") {
    const file = join(project, "proofloop.mjs")
    writeFileSync(file, kind.text(hookPlan(host, words).plan))
    return [process.execPath, MODULE_HOST, host, file]
  }
  const command = hookCommand({ host, words })
  return ["/bin/sh", "-c", command.replace(` run ${host}`, ` run ${setup.host ?? host}`)]
}

function runOnce(setup: BrokenSetup, world: BrokenWorld): Promise<BrokenRun> {
  const [program = "", ...args] = programFor(setup, world)
  const given = inputOf(world, setup.event ?? "calls_ended")
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: world.project,
      env: {
        PATH: "/usr/bin:/bin",
        HOME: world.project,
        PROOFLOOP_HOME: world.home,
        ...setup.environment,
      },
      timeout: HOST_TIMEOUT_MS,
      killSignal: "SIGKILL",
      stdio: ["pipe", "pipe", "ignore"],
    })
    let stdout = ""
    child.stdout.on("data", (data: Buffer) => (stdout += data.toString()))
    // A hook that has ended reads no more.
    child.stdin.on("error", () => child.stdin.destroy())
    child.on("error", reject)
    child.on("close", (status, signal) => {
      child.stdin.destroy()
      resolve({ status, signal, stdout, log: logOf(world), is_kept: keeps(world) })
    })
    child.stdin.write(setup.input?.(given, world) ?? given)
    if (setup.ends === undefined) child.stdin.end()
    else if (setup.ends === "goes on") goOn()
    else if (setup.ends === "drips") drip()
    function goOn(): void {
      if (!child.stdin.destroyed) child.stdin.write("x".repeat(1 << 20), () => setImmediate(goOn))
    }
    function drip(): void {
      if (!child.stdin.destroyed) child.stdin.write(" ", () => setTimeout(drip, 500))
    }
  })
}

/** What the host sent once for such an event, in this project. */
function inputOf({ host, project }: BrokenWorld, kind: EventKind): string {
  const told = inputsOf(host, (text) => text.replaceAll("/home/dev/project", project))
  const input = told.find((one) => hostAdapter(host).read(one, null)?.event.type === kind)
  return JSON.stringify(input ?? told[0])
}

function logOf({ hooks }: BrokenWorld): string {
  try {
    return readPlainFile(join(hooks, "hook.log")).toString()
  } catch {
    return ""
  }
}

function keeps({ hooks, host }: BrokenWorld): boolean {
  try {
    return readdirSync(join(hooks, "state", host)).length > 0
  } catch {
    return false
  }
}

/** Takes the rights of everybody but root from a folder or file. */
export function lock(path: string): void {
  chmodSync(path, 0)
}
