import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { isRecord, parsedJson } from "@proofloop/foundation/text"
import { listFor } from "./shops.ts"

export interface FleetWorker {
  readonly name: string
  readonly signal: (signal: "SIGSTOP" | "SIGCONT" | "SIGTERM") => void
  /** As `kill -9` of its machine: its folder is gone as well. */
  readonly kill: () => Promise<void>
  readonly ended: Promise<unknown>
  /** Turns that ended here, with the seconds in which a step of them ran. */
  readonly turns: readonly EndedTurn[]
}

export interface EndedTurn {
  readonly run: string
  readonly ended_at: number
  readonly seconds: number
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
  const turns: EndedTurn[] = []
  if (child.stdout !== null) void readTurns(child.stdout, turns)
  return {
    name,
    ended,
    turns,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill("SIGKILL")
      await ended
      // What its commands still write there is nobody's any more.
      await rm(own, { recursive: true, force: true, maxRetries: 20 }).catch(() => undefined)
    },
  }
}

/** Reads the steps of turns from the events of a worker, by the time at which they are printed. */
async function readTurns(stdout: Readable, turns: EndedTurn[]): Promise<void> {
  const [begun, spent] = [new Map<string, number>(), new Map<string, number>()]
  for await (const line of createInterface({ input: stdout })) {
    const event = parsedJson(line)
    if (!isRecord(event)) continue
    const run = String(event["run_id"] ?? event["row_id"])
    const now = Date.now()
    if (event["type"] === "pipeline.step_started") begun.set(run, now)
    if (event["type"] === "pipeline.step_ended")
      spent.set(run, (spent.get(run) ?? 0) + now - (begun.get(run) ?? now))
    if (event["type"] !== "fleet.turn_ended") continue
    turns.push({ run, ended_at: now, seconds: (spent.get(run) ?? 0) / 1000 })
    spent.delete(run)
  }
}
