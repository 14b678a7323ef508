import { rmSync } from "node:fs"
import { join } from "node:path"
import { publishedPackages } from "../../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { hostFolder } from "./host_folder.ts"
import { processCosts } from "./process_cost.ts"

/** What hosts import anyway. */
const PEERS = ["zod", "xstate", "ai"]

/** Medians of so many are steady, and there are many entries. */
const MOST_ROUNDS = 11

/** What the import of a built package costs a host, in CPU time of a fresh process above an empty one. */
export const imports: Benchmark = {
  name: "imports",
  about: "CPU time of a process that imports an entry of a built package, above one that imports nothing",
  run({ rounds }, root) {
    const packages = publishedPackages(root)
    const entries = packages.flatMap((one) => one.entries.map(({ specifier }) => specifier))
    const host = hostFolder(packages)
    try {
      const [nothing, ...costs] = processCosts(
        [
          { cwd: host, args: importing("") },
          ...entries.map((name) => ({ cwd: host, args: importing(name) })),
          ...PEERS.map((name) => ({ cwd: peerFolder(root, name), args: importing(name) })),
        ],
        Math.min(rounds, MOST_ROUNDS),
      )
      const cost = new Map(
        [...entries, ...PEERS].map((name, at) => [
          name,
          (costs[at]?.cpu_ms ?? Number.NaN) - (nothing?.cpu_ms ?? Number.NaN),
        ]),
      )
      const over = (name: string, peer: string): number =>
        (cost.get(name) ?? Number.NaN) / (cost.get(peer) ?? Number.NaN)
      const times = [...cost].map(([name, value]): Figure => ({ name: `import ${name}`, value, unit: "ms" }))
      return Promise.resolve([
        ...times,
        {
          name: "detector over zod",
          value: over("@proofloop/runtime/detector", "zod"),
          unit: "x",
          bar: { at: "most", value: 1 },
        },
        { name: "runtime over ai", value: over("@proofloop/runtime", "ai"), unit: "x", better: "lower" },
      ])
    } finally {
      rmSync(host, { recursive: true, force: true })
    }
  },
}

function importing(name: string): readonly string[] {
  return ["--input-type=module", "--eval", name === "" ? "" : `await import(${JSON.stringify(name)})`]
}

/** The AI SDK is a tool of the checkout, the others come with the runtime. */
function peerFolder(root: string, name: string): string {
  return name === "ai" ? root : join(root, "packages/runtime")
}
