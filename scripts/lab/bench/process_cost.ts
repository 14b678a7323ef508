import { spawnSync } from "node:child_process"
import { percentile } from "./percentile.ts"

/** A run of Node: its folder and its arguments. */
export interface NodeRun {
  readonly cwd: string
  readonly args: readonly string[]
  /** Exit codes that are an answer. Default: 0. */
  readonly codes?: readonly number[]
}

export interface ProcessCost {
  /** Of the process itself, without those it starts. */
  readonly cpu_ms: number
  /** From its start to its end. */
  readonly wall_ms: number
  /** The most memory it held at a time. */
  readonly peak_bytes: number
}

/** Tells what the process cost when it ends, on a descriptor that no program uses. */
const REPORT = `import { writeSync } from "node:fs"
process.on("exit", () => {
  const { user, system } = process.cpuUsage()
  const peak_bytes = process.resourceUsage().maxRSS * 1024
  writeSync(3, JSON.stringify({ cpu_ms: (user + system) / 1000, wall_ms: performance.now(), peak_bytes }))
})`

/**
 * The median cost of each run over the rounds, in order. In every round each has its turn, so that a machine which slows
 * down slows all of them. Throws when a process ends with another exit code.
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
    return { cpu_ms: median("cpu_ms"), wall_ms: median("wall_ms"), peak_bytes: median("peak_bytes") }
  })
}

function costOf(run: NodeRun): ProcessCost {
  return observe(run).cost
}

/** What a run cost, and what it wrote to stdout. Throws when it ends with another exit code. */
export function observe({ cwd, args, codes = [0] }: NodeRun): {
  readonly cost: ProcessCost
  readonly stdout: string
} {
  const observed = ["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`, ...args]
  const { status, output, stdout, stderr, error } = spawnSync(process.execPath, observed, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  })
  if (status === null || !codes.includes(status))
    throw new Error(`node ${args.join(" ")} ended with ${status}: ${error?.message ?? stderr}`)
  return { cost: JSON.parse(output[3] ?? "") as ProcessCost, stdout }
}
