import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { listFor } from "./shops.ts"

export interface FleetWorker {
  readonly name: string
  readonly signal: (signal: "SIGSTOP" | "SIGCONT" | "SIGTERM") => void
  /** As `kill -9` of its machine: its folder is gone as well. */
  readonly kill: () => Promise<void>
  readonly ended: Promise<unknown>
}

export interface FleetCommand {
  /** A checkout of proofloop. */
  readonly release: string
  readonly folder: string
  readonly shops: readonly string[]
  readonly store: string
  readonly model_url: string
  readonly check: string
  readonly concurrency: number
  readonly model_requests: number
}

/** `proofloop fleet run` in a process and a folder of its own, until it is told to end. */
export async function startFleet(name: string, given: FleetCommand): Promise<FleetWorker> {
  const own = join(given.folder, "workers", name)
  const list = await listFor(own, given.shops)
  const flags = {
    store: given.store,
    state: join(own, "state"),
    concurrency: given.concurrency,
    "model-requests": given.model_requests,
    model: "worker",
    "planner-model": "planner",
    "base-url": given.model_url,
    check: given.check,
    setup: "",
  }
  const switches = ["--json", "--unsafe-host-runner", "--no-ci-watch", "--no-self-review"]
  const program = join(given.release, "packages/proofloop/bin.mjs")
  const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
  const args = [program, "fleet", "run", list, ...words, ...switches]
  const env = { PATH: process.env["PATH"], HOME: own }
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: own,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = once(child, "exit")
  child.stderr?.pipe(createWriteStream(join(given.folder, `${name}.log`)))
  child.stdout?.pipe(createWriteStream(join(given.folder, `${name}.jsonl`)))
  return {
    name,
    ended,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill("SIGKILL")
      await ended
      // What its commands still write there is nobody's any more.
      await rm(own, { recursive: true, force: true, maxRetries: 20 }).catch(() => undefined)
    },
  }
}
