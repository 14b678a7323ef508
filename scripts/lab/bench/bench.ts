import { availableParallelism, cpus } from "node:os"
import { root } from "../../setup.mjs"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { type Benchmark, type Figure, FULL_EFFORT, keepsBar, QUICK_EFFORT } from "./benchmark.ts"
import { benchmarks } from "./benchmarks.ts"

/** Runs the benchmarks that are named, all without a name. Passed when every figure keeps its bar. */
export async function bench({
  only,
  quick,
}: {
  readonly only: readonly string[]
  readonly quick: boolean
}): Promise<Report> {
  const chosen = choose(only)
  const effort = quick ? QUICK_EFFORT : FULL_EFFORT
  const machine = {
    node: process.versions.node,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? null,
  }
  const ran = []
  for (const benchmark of chosen) {
    const { name, about } = benchmark
    console.error(`${name} ...`)
    ran.push({ name, about, figures: await benchmark.run(effort, root) })
  }
  const missed = ran.flatMap(({ name, figures }) =>
    figures.filter((figure) => !keepsBar(figure)).map((figure) => `misses its bar: ${name}: ${figure.name}`),
  )
  const lines = ran.flatMap(({ name, about, figures }) => ["", `${name}: ${about}`, ...figures.map(lineOf)])
  const head = `node ${machine.node}, ${machine.cores} cores, ${machine.cpu ?? "unknown"}`
  return {
    passed: missed.length === 0,
    text: [head, ...lines, ...missed].join("\n"),
    data: { ...machine, effort, benchmarks: ran },
  }
}

function choose(only: readonly string[]): readonly Benchmark[] {
  const unknown = only.find((asked) => !benchmarks.some(({ name }) => name === asked))
  if (unknown !== undefined)
    throw new Misuse(
      `--only: there is no benchmark ${unknown}; there are ${benchmarks.map(({ name }) => name).join(", ")}`,
    )
  return only.length === 0 ? benchmarks : benchmarks.filter(({ name }) => only.includes(name))
}

function lineOf(figure: Figure): string {
  const { name, value, unit, bar, note } = figure
  const shown = `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`
  const held = bar === undefined ? "" : `at ${bar.at} ${bar.value}: ${keepsBar(figure) ? "kept" : "MISSED"}`
  return `  ${name.padEnd(42)} ${shown.padStart(12)}  ${held.padEnd(18)} ${note ?? ""}`.trimEnd()
}
