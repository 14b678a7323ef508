import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import {
  type Benchmark,
  type Figure as Measured,
  FULL_EFFORT,
  keepsBar,
  QUICK_EFFORT,
} from "../../bench/benchmark.ts"
import type { Checkout } from "../checkout.ts"
import type { Figure, FigureGroup, Reading } from "../figure.ts"
import { CPU, EXACT, RATIO, SIZE, SPEED, WALL } from "../noise.ts"

const FIGURES = {
  ratio_low: { what: "", unit: "x", better: "lower", noise: RATIO },
  ratio_high: { what: "", unit: "x", better: "higher", noise: RATIO },
  cpu: { what: "", unit: "ms", better: "lower", noise: CPU },
  wall: { what: "", unit: "ms", better: "lower", noise: WALL },
  time: { what: "", unit: "ms", better: "lower", noise: SPEED },
  rate: { what: "", unit: "1/s", better: "higher", noise: SPEED },
  throughput: { what: "", unit: "MB/s", better: "higher", noise: SPEED },
  bytes: { what: "", unit: "bytes", better: "lower", noise: SIZE },
  memory: { what: "", unit: "bytes", better: "lower", noise: SPEED },
  missed: {
    what: "figures that miss their bar",
    unit: "count",
    better: "lower",
    noise: EXACT,
    is_timed: true,
  },
} satisfies Record<string, Figure>

/** The figures of one benchmark. Of built packages any checkout is measured here, else by its own `npm run bench`. */
export function benchGroup(benchmark: Benchmark): FigureGroup {
  const { name, about } = benchmark
  return {
    name: `bench.${name}`,
    about,
    command: `npm run bench -- --only ${name}`,
    figures: FIGURES,
    async measure(checkout, { quick }) {
      if (benchmark.of_built !== true) return readingsOf(await ownBench(checkout, name, quick))
      await checkout.built()
      return readingsOf(await benchmark.run(quick ? QUICK_EFFORT : FULL_EFFORT, checkout.root))
    },
  }
}

const bar = z.object({ at: z.enum(["most", "least"]), value: z.number() })
const figureSchema = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.enum(["x", "ms", "bytes", "MB/s", "1/s"]),
  bar: bar.optional(),
  better: z.enum(["lower", "higher"]).optional(),
  note: z.string().optional(),
})
const report = z.object({ benchmarks: z.array(z.object({ figures: z.array(figureSchema) })) })

async function ownBench(
  { workshop, program }: Checkout,
  name: string,
  quick: boolean,
): Promise<readonly Measured[]> {
  const file = join(workshop, `bench-${name}.json`)
  const args = ["--only", name, "--json", file, ...(quick ? ["--quick"] : [])]
  const { code, output } = await program("scripts/lab/bench/main.ts", args)
  // Exit code 1 says that a bar is missed.
  if (!existsSync(file)) throw new Error(`npm run bench ended with ${code}:\n${output}`)
  const { benchmarks } = report.parse(JSON.parse(readFileSync(file, "utf8")))
  return benchmarks.flatMap((one) => one.figures)
}

function readingsOf(measured: readonly Measured[]): readonly Reading[] {
  const readings = measured.map((one) => ({
    figure: figureOf(one),
    of: one.name,
    value: one.value,
    ...noteOf(one),
  }))
  if (measured.every((one) => one.bar === undefined)) return readings
  return [...readings, { figure: "missed", value: measured.filter((one) => !keepsBar(one)).length }]
}

function figureOf({ name, unit, bar: held, better }: Measured): keyof typeof FIGURES {
  switch (unit) {
    case "x":
      return better === "lower" || held?.at === "most" ? "ratio_low" : "ratio_high"
    case "ms":
      return name.endsWith(", wall") ? "wall" : /^import |, CPU$/.test(name) ? "cpu" : "time"
    case "1/s":
      return "rate"
    case "MB/s":
      return "throughput"
    case "bytes":
      return name.endsWith("memory") ? "memory" : "bytes"
  }
}

function noteOf(measured: Measured): { readonly note?: string } {
  const { bar: held, note } = measured
  const kept = keepsBar(measured) ? "kept" : "missed"
  const told = held === undefined ? [] : [`bar: at ${held.at} ${held.value}, ${kept}`]
  const all = [...told, ...(note === undefined ? [] : [note])]
  return all.length === 0 ? {} : { note: all.join("; ") }
}
