import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { publishedPackages } from "../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Entry {
  readonly name: string
  /** The built file, or the package as a host imports it. */
  readonly specifier: string
}

const ownEntries = [
  "@proofloop/runtime/detector",
  "@proofloop/runtime",
  "@proofloop/stdlib/critics",
  "@proofloop/stdlib/gate",
  "@proofloop/stdlib/verifier",
  "@proofloop/stdlib/self-correction",
]

/** Our built entries by the names of their packages, and what hosts import anyway. */
function listEntries(): readonly Entry[] {
  const published = publishedPackages(root)
  const own = ownEntries.map((name): Entry => {
    const home = published.find(({ entries }) => entries.some(({ specifier }) => specifier === name))
    if (home === undefined) throw new Error(`no package has the entry ${name}`)
    const script = home.entries.find(({ specifier }) => specifier === name)?.script ?? ""
    const file = join(home.folder, script)
    if (!existsSync(file)) throw new Error(`${file} is not built: run npm run build first`)
    return { name, specifier: pathToFileURL(file).href }
  })
  return [...own, ...["zod", "xstate", "ai"].map((name): Entry => ({ name, specifier: name }))]
}

/** What the import of a built package costs a host, in CPU time of a fresh process above an empty one. */
export const imports: Benchmark = {
  name: "imports",
  about: "CPU time of a process that imports the built package, above one that imports nothing",
  run({ rounds }) {
    const entries = listEntries()
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, specifier } of [{ name: "nothing", specifier: "" }, ...entries]) {
        times.set(name, [...(times.get(name) ?? []), cpuOf(specifier)])
      }
    }
    const median = (name: string): number => {
      const sorted = (times.get(name) ?? []).toSorted((one, other) => one - other)
      return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
    }
    const nothing = median("nothing")
    const cost = new Map(entries.map(({ name }) => [name, median(name) - nothing]))
    const figures: Figure[] = entries.map(({ name }) => ({
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

function cpuOf(specifier: string): number {
  const script = `${specifier === "" ? "" : `await import(${JSON.stringify(specifier)});`}const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(root, "packages/runtime"),
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  })
  if (child.status !== 0) throw new Error(`import of ${specifier} failed: ${child.stderr}`)
  return Number(child.stdout)
}
