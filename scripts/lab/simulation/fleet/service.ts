import { readFileSync } from "node:fs"
import { z } from "zod"
import { type Measured, measuredSchema, type Spread } from "../../fleet_world/measured.ts"

const fileSchema = z.strictObject({ how: z.string(), measured: measuredSchema })

/** What `npm run fleet:world` measured, and how. */
export function readMeasured(): { readonly how: string; readonly measured: Measured } {
  return fileSchema.parse(JSON.parse(readFileSync(new URL("measured.json", import.meta.url), "utf8")))
}

/** A value of a distribution: straight lines between its measured quantiles. */
export function sample({ p10, p50, p90, max }: Spread, chance: number): number {
  const points = [
    [0, p10],
    [0.1, p10],
    [0.5, p50],
    [0.9, p90],
    [1, max],
  ] as const
  const at = points.findIndex(([share]) => share >= chance)
  const [from, to] = [points[Math.max(0, at - 1)] ?? points[0], points[Math.max(0, at)] ?? points[0]]
  const width = to[0] - from[0]
  return width === 0 ? to[1] : from[1] + ((chance - from[0]) / width) * (to[1] - from[1])
}
