import { rmSync } from "node:fs"
import { join } from "node:path"
import { publishedPackages } from "../../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { hostFolder } from "./host_folder.ts"
import { type ProcessCost, processCosts } from "./process_cost.ts"

const MOST_ROUNDS = 11

/** How long a user waits for the built command that does nothing; `check` has a benchmark of its own. */
export const starts: Benchmark = {
  name: "starts",
  about: "CPU time and time of the built command in a process of its own, beside a Node that does nothing",
  run({ rounds }, root) {
    const host = hostFolder(publishedPackages(root))
    try {
      const command = join(host, "node_modules", "proofloop", "bin.mjs")
      const names = ["node", "proofloop --help"]
      const costs = processCosts(
        [
          { cwd: host, args: ["--eval", ""] },
          { cwd: host, args: [command, "--help"] },
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
