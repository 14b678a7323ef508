import { writeFileSync } from "node:fs"
import { availableParallelism, cpus } from "node:os"
import { nearestName } from "@proofloop/foundation/errors"
import { root } from "../../setup.mjs"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { type Benchmark, type Figure, FULL_EFFORT, keepsBar, QUICK_EFFORT } from "./benchmark.ts"
import { benchmarks } from "./benchmarks.ts"

const usage = `npm run bench -- [--only NAME,NAME] [--quick] [--json FILE]

Benchmarks: ${benchmarks.map(({ name }) => name).join(", ")}. Every ratio compares two things that ran beside each other here.
--quick measures shortly, to see that it runs. Another Node: npx -y -p node@24 -c "npm run bench".
Exit code 1 when a figure misses its bar.`

interface Ran {
  readonly name: string
  readonly about: string
  readonly figures: readonly Figure[]
}

const OPTIONS = {
  only: { type: "string" },
  quick: { type: "boolean", default: false },
  json: { type: "string" },
} as const

await commandLine(usage, OPTIONS, async (values) => {
  const chosen = choose(values.only)
  const effort = values.quick ? QUICK_EFFORT : FULL_EFFORT
  const ran: Ran[] = []
  const machine = {
    node: process.versions.node,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? null,
  }
  console.log(`node ${machine.node}, ${machine.cores} cores, ${machine.cpu ?? "unknown"}`)
  for (const benchmark of chosen) {
    const { name, about } = benchmark
    console.log(`\n${name}: ${about}`)
    const figures = await benchmark.run(effort, root)
    for (const figure of figures) console.log(lineOf(figure))
    ran.push({ name, about, figures })
  }
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ ...machine, effort, benchmarks: ran }, null, 2)}\n`)
  }
  const missed = ran.flatMap(({ name, figures }) =>
    figures.filter((figure) => !keepsBar(figure)).map((figure) => `${name}: ${figure.name}`),
  )
  for (const figure of missed) console.error(`misses its bar: ${figure}`)
  return missed.length === 0 ? 0 : 1
})

function choose(only: string | undefined): readonly Benchmark[] {
  if (only === undefined) return benchmarks
  const names = benchmarks.map(({ name }) => name)
  return only.split(",").map((asked) => {
    const found = benchmarks.find(({ name }) => name === asked.trim())
    if (found !== undefined) return found
    const near = nearestName(asked, names)
    throw new Misuse(
      `--only: there is no benchmark ${asked}. ${near === null ? `They are ${names.join(", ")}.` : `Did you mean "${near}"?`}`,
    )
  })
}

function lineOf(figure: Figure): string {
  const { name, value, unit, bar, note } = figure
  const shown = `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`
  const held = bar === undefined ? "" : `at ${bar.at} ${bar.value}: ${keepsBar(figure) ? "kept" : "MISSED"}`
  return `  ${name.padEnd(42)} ${shown.padStart(12)}  ${held.padEnd(18)} ${note ?? ""}`.trimEnd()
}
