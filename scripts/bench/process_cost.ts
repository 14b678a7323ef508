import { spawnSync } from "node:child_process"
import { percentile } from "./percentile.ts"

/** A run of Node: its folder and its arguments. */
export interface NodeRun {
  readonly cwd: string
  readonly args: readonly string[]
}

export interface ProcessCost {
  /** Of the process itself, without those it starts. */
  readonly cpu_ms: number
  /** From its start to its end. */
  readonly wall_ms: number
}

/** Tells what the process cost when it ends, on a descriptor that no program uses. */
const REPORT = `import { writeSync } from "node:fs"
process.on("exit", () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, JSON.stringify({ cpu_ms: (user + system) / 1000, wall_ms: performance.now() }))
})`

/**
 * The median cost of each run over the rounds, in order. In every round each has its turn, so that a machine which slows
 * down slows all of them. Throws when a process does not end with exit code 0.
 */
export function processCosts(runs: readonly NodeRun[], rounds: number): readonly ProcessCost[] {
  const costs = runs.map((): ProcessCost[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, run] of runs.entries()) costs[at]?.push(costOf(run))
  }
  return costs.map((own) => {
    const median = (key: keyof ProcessCost): number =>
      percentile(
        own.map((cost) => cost[key]),
        0.5,
      )
    return { cpu_ms: median("cpu_ms"), wall_ms: median("wall_ms") }
  })
}

function costOf({ cwd, args }: NodeRun): ProcessCost {
  const observed = ["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`, ...args]
  const { status, output, stderr, error } = spawnSync(process.execPath, observed, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  })
  if (status !== 0)
    throw new Error(`node ${args.join(" ")} ended with ${status}: ${error?.message ?? stderr}`)
  return JSON.parse(output[3] ?? "") as ProcessCost
}
