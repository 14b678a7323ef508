import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"
import { built } from "../run_example.fixture.ts"

const root = new URL("../../", import.meta.url)
const { hostProcess }: HostProcesses = await import(
  new URL("scripts/example_hosts/host_process.mjs", root).href
)

interface HostProcesses {
  readonly hostProcess: (
    built: string,
    name: string,
    given: { readonly port: string; readonly env: NodeJS.ProcessEnv },
  ) => Promise<{ readonly args: readonly string[]; readonly cwd: string }>
}

/** For the name of tests that are skipped where it is false. */
export const NEEDS_HOSTS = "(needs `npm run example-hosts`)"

/** Whether what the hosts need beside proofloop is installed. */
export function hasHosts(): boolean {
  return existsSync(new URL("node_modules/.proofloop-install", import.meta.url))
}

/** A host in a process of its own. */
export interface Host {
  readonly url: string
  /** What it has printed so far, line by line. */
  readonly lines: readonly string[]
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Starts a host as its reader does, waits for the address it prints, and ends it with the test. */
export async function startHost(name: string, env: Readonly<Record<string, string>>): Promise<Host> {
  const given = { ...process.env, PROOFLOOP_MODEL: "", PROOFLOOP_BASE_URL: "", PORT: "0", ...env }
  const { args, cwd } = await hostProcess(built, name, { port: given.PORT, env: given })
  const child = spawn(process.execPath, ["--liftoff-only", ...args], {
    cwd,
    env: given,
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => stop(child, "SIGKILL"))
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}: ${lines.join("\n")}`)))
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line)
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address !== undefined) resolve(address)
    })
  })
  return { url, lines, stop: (signal) => stop(child, signal) }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill(signal)
  await exited
}
