import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { cleanEnvironment, run } from "../../../child.mjs"
import { publishedPackages } from "../../../packaging/published.mjs"
import type { FigureGroup } from "../figure.ts"
import { DURATION, EXACT } from "../noise.ts"

const counts = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() })

const report = counts.extend({
  promises: counts,
  golden: counts,
  cases: z.array(z.object({ id: z.string() })),
})

/** Promises and golden cases, against ours. */
export const conformance: FigureGroup = {
  name: "conformance",
  about: "promises and golden cases against this implementation, from the sources",
  command: "npx proofloop conformance",
  figures: {
    passed: { what: "cases passed", unit: "count", better: "higher", noise: EXACT },
    promises: { what: "promises kept", unit: "count", better: "higher", noise: EXACT },
    golden: { what: "golden cases passed", unit: "count", better: "higher", noise: EXACT },
    failed: { what: "cases failed", unit: "count", better: "lower", noise: EXACT },
    skipped: { what: "cases skipped", unit: "count", better: "lower", noise: EXACT },
    area: { what: "cases below", unit: "count", better: "neither", noise: EXACT },
    seconds: { what: "time of the suite", unit: "s", better: "lower", noise: DURATION },
  },
  async measure({ root, workshop }) {
    const file = join(workshop, "conformance.json")
    const command = publishedPackages(root).find(({ manifest }) => manifest.bin?.proofloop !== undefined)
    if (command === undefined) throw new Error("no package has the command proofloop")
    const program = join(command.folder, command.manifest.bin.proofloop)
    const start = performance.now()
    const args = [program, "conformance", "--report", `json=${file}`]
    const { code, output } = await run(process.execPath, args, { cwd: root, env: cleanEnvironment() })
    if (code > 1) throw new Error(`proofloop conformance ended with ${code}:\n${output}`)
    const seconds = (performance.now() - start) / 1000
    const told = report.parse(JSON.parse(readFileSync(file, "utf8")))
    const { passed, failed, skipped, promises, golden, cases } = told
    return [
      { figure: "passed", value: passed },
      { figure: "promises", value: promises.passed },
      { figure: "golden", value: golden.passed },
      { figure: "failed", value: failed },
      { figure: "skipped", value: skipped },
      ...areasOf(cases).map(([of, value]) => ({ figure: "area", of, value })),
      { figure: "seconds", value: seconds },
    ]
  },
}

/** How many cases lie in each of the folders at the top. */
function areasOf(cases: readonly { readonly id: string }[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { id } of cases) {
    const [area = ""] = id.split("/", 1)
    counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
