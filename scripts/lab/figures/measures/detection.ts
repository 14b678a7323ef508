import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { z } from "zod"
import type { Figure, FigureGroup, Reading } from "../figure.ts"
import { EXACT, SPEED } from "../noise.ts"

const share = z.number().nullable()
const report = z.object({
  runs: z.number(),
  stalled: z.number(),
  standings: z.array(
    z.object({
      name: z.string(),
      is_ours: z.boolean(),
      precision: share,
      recall: share,
      f1: share,
      false_positives: z.number(),
      missed: z.number(),
      ms_per_run: z.number(),
    }),
  ),
})

/** A run more or less is told; a resample is not. */
const score = (what: string): Figure => ({
  what,
  unit: "score",
  better: "higher",
  noise: { part: 0, least: 0.005 },
})

/** How well the detectors find stalls in recorded runs that a reader has labelled. */
export const detection: FigureGroup = {
  name: "detection",
  about:
    "labelled runs that are not part of this repository, read by every detector; what they mean is told in [detection](detection.md)",
  command: "npm run bench:detection -- --data DIR",
  figures: {
    runs: { what: "runs scored", unit: "count", better: "neither", noise: EXACT },
    stalled: { what: "of them stalled", unit: "count", better: "neither", noise: EXACT },
    f1: score("F1 of"),
    precision: score("precision of"),
    recall: score("recall of"),
    false_positives: { what: "false positives of", unit: "count", better: "lower", noise: EXACT },
    missed: { what: "stalls missed by", unit: "count", better: "lower", noise: EXACT },
    ms_per_run: { what: "time a run of", unit: "ms", better: "lower", noise: SPEED },
    others_f1: { ...score("F1 of others:"), better: "neither" },
  },
  async measure({ workshop, program }, { data, quick }) {
    if (data === undefined) return { absent: "needs the labelled runs, --data DIR" }
    const file = join(workshop, "detection.json")
    const samples = quick ? "20" : "2000"
    const args = ["--data", resolve(data), "--json", file, "--samples", samples]
    const { code, output } = await program("scripts/lab/bench/detection/main.ts", args)
    if (code !== 0) throw new Error(`npm run bench:detection ended with ${code}:\n${output}`)
    const { runs, stalled, standings } = report.parse(JSON.parse(readFileSync(file, "utf8")))
    return [
      { figure: "runs", value: runs },
      { figure: "stalled", value: stalled },
      ...standings.flatMap((one) => (one.is_ours ? oursOf(one) : othersOf(one))),
    ]
  },
}

type Standing = z.infer<typeof report>["standings"][number]

function oursOf(standing: Standing): readonly Reading[] {
  const { name: of, precision, recall, f1, false_positives, missed, ms_per_run } = standing
  return [
    shareOf("f1", of, f1),
    shareOf("precision", of, precision),
    shareOf("recall", of, recall),
    { figure: "false_positives", of, value: false_positives },
    { figure: "missed", of, value: missed },
    { figure: "ms_per_run", of, value: ms_per_run },
  ]
}

function othersOf({ name: of, f1 }: Standing): readonly Reading[] {
  return [shareOf("others_f1", of, f1)]
}

/** A share of a whole that is empty is absent. */
function shareOf(figure: string, of: string, value: number | null): Reading {
  return value === null ? { figure, of, absent: `${of} has none` } : { figure, of, value }
}
