import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { publishedPackages } from "../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { hostFolder } from "./host_folder.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const ownEntries = [
  "@proofloop/runtime/detector",
  "@proofloop/runtime",
  "@proofloop/stdlib/critics",
  "@proofloop/stdlib/gate",
  "@proofloop/stdlib/verifier",
  "@proofloop/stdlib/self-correction",
]

/** What hosts import anyway. */
const peers = ["zod", "xstate", "ai"]

/** What the import of a built package costs a host, in CPU time of a fresh process above an empty one. */
export const imports: Benchmark = {
  name: "imports",
  about: "CPU time of a process that imports the built package, above one that imports nothing",
  run({ rounds }) {
    const names = [...ownEntries, ...peers]
    const packages = publishedPackages(root).filter(({ name }) =>
      ownEntries.some((own) => own.startsWith(name)),
    )
    const host = hostFolder(packages)
    const times = new Map<string, number[]>()
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const name of ["nothing", ...names]) {
          const cwd = ownEntries.includes(name) ? host : join(root, "packages/runtime")
          times.set(name, [...(times.get(name) ?? []), cpuOf(name === "nothing" ? "" : name, cwd)])
        }
      }
    } finally {
      rmSync(host, { recursive: true, force: true })
    }
    const median = (name: string): number => {
      const sorted = (times.get(name) ?? []).toSorted((one, other) => one - other)
      return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
    }
    const nothing = median("nothing")
    const cost = new Map(names.map((name) => [name, median(name) - nothing]))
    const figures: Figure[] = names.map((name) => ({
      name: `import ${name}`,
      value: cost.get(name) ?? Number.NaN,
      unit: "ms",
    }))
    const over = (name: string, peer: string): number =>
      (cost.get(name) ?? 0) / (cost.get(peer) ?? Number.NaN)
    return Promise.resolve([
      ...figures,
      {
        name: "detector over zod",
        value: over("@proofloop/runtime/detector", "zod"),
        unit: "x",
        bar: { at: "most", value: 1 },
      },
      {
        name: "runtime over ai",
        value: over("@proofloop/runtime", "ai"),
        unit: "x",
      },
    ])
  },
}

function cpuOf(specifier: string, cwd: string): number {
  const script = `${specifier === "" ? "" : `await import(${JSON.stringify(specifier)});`}const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  })
  if (child.status !== 0) throw new Error(`import of ${specifier} failed: ${child.stderr}`)
  return Number(child.stdout)
}
