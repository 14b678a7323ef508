import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publishedPackages } from "../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { hostFolder } from "./host_folder.ts"
import { type ProcessCost, processCosts } from "./process_cost.ts"

const MOST_ROUNDS = 11

/** How long a user waits for the built command. */
export const starts: Benchmark = {
  name: "starts",
  about: "CPU time and time of the built command in a process of its own, beside a Node that does nothing",
  of_built: true,
  run({ rounds }, root) {
    const host = hostFolder(publishedPackages(root))
    try {
      const command = join(host, "node_modules", "proofloop", "bin.mjs")
      const repository = changedRepository(host)
      const names = ["node", "proofloop --help", "proofloop check on one changed file"]
      const costs = processCosts(
        [
          { cwd: host, args: ["--eval", ""] },
          { cwd: host, args: [command, "--help"] },
          { cwd: repository, args: [command, "check", "--repo", repository] },
        ],
        Math.min(rounds, MOST_ROUNDS),
      )
      return Promise.resolve(costs.flatMap((cost, at) => figuresOf(names[at] ?? "", cost)))
    } finally {
      rmSync(host, { recursive: true, force: true })
    }
  },
}

function figuresOf(name: string, { cpu_ms, wall_ms }: ProcessCost): readonly Figure[] {
  return [
    { name: `${name}, CPU`, value: cpu_ms, unit: "ms" },
    { name: `${name}, wall`, value: wall_ms, unit: "ms" },
  ]
}

/** A repository in which one file of TypeScript differs from its only commit. */
function changedRepository(host: string): string {
  const folder = join(host, "repository")
  mkdirSync(folder)
  const write = (text: string): void => writeFileSync(join(folder, "sum.ts"), text)
  write("export function sum(one: number, other: number) {\n  return one - other\n}\n")
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false"]
  for (const args of [
    ["init", "--quiet"],
    ["add", "."],
    [...identity, "commit", "--quiet", "-m", "first"],
  ]) {
    const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" })
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`)
  }
  write("export function sum(one: number, other: number) {\n  return one + other\n}\n")
  return folder
}
