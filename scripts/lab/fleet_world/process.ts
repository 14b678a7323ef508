import { type ChildProcess, spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { cleanEnvironment } from "@proofloop/foundation/process"
import type { WorkerSettings } from "./worker.ts"

export interface WorkerEvent {
  readonly type: string
  /** Milliseconds since the process was started. */
  readonly at_ms: number
  readonly [name: string]: unknown
}

/** A fleet in a process of its own. */
export interface FleetProcess {
  readonly child: ChildProcess
  readonly events: readonly WorkerEvent[]
  /** The first event that fits, of those that were and will be. Rejects when the process ends before. */
  until(fits: (event: WorkerEvent) => boolean, from?: number): Promise<WorkerEvent>
  /** Resident bytes after a collection of garbage. */
  residentBytes(): Promise<number>
  /** Ends it with this signal; resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Resolves when the process is gone. */
  readonly ended: Promise<number | string | null>
}

/** Starts one. `file` gets its settings. */
export async function startFleet(file: string, settings: WorkerSettings): Promise<FleetProcess> {
  await writeFile(file, JSON.stringify(settings))
  const started = performance.now()
  const worker = fileURLToPath(new URL("worker.ts", import.meta.url))
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", import.meta.resolve("tsx"), worker, file],
    {
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  const events: WorkerEvent[] = []
  const waiting = new Set<() => void>()
  let said = ""
  let is_gone = false
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-4000)))
  createInterface({ input: child.stdout }).on("line", (line) => {
    events.push({ ...(JSON.parse(line) as { type: string }), at_ms: performance.now() - started })
    for (const look of waiting) look()
  })
  const ended = new Promise<number | string | null>((resolve) => {
    child.once("close", (code, signal) => {
      is_gone = true
      resolve(signal ?? code)
      for (const look of waiting) look()
    })
  })
  const until: FleetProcess["until"] = async (fits, from = 0) =>
    new Promise((resolve, reject) => {
      let looked = from
      const look = (): void => {
        const found = events.slice(looked).find(fits)
        looked = events.length
        if (found === undefined && !is_gone) return
        waiting.delete(look)
        if (found === undefined) reject(new Error(`the fleet ended: ${said}`))
        else resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    child,
    events,
    until,
    ended,
    async residentBytes() {
      const from = events.length
      child.kill("SIGUSR2")
      return Number((await until(({ type }) => type === "memory", from))["rss"])
    },
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
