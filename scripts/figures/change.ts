import type { Figure, Unit } from "./figure.ts"
import { isSameMachine } from "./machine.ts"
import type { Measured } from "./table.ts"

/** `unjudged`: there is nothing to compare with, neither direction is better, or the machines differ. */
export type Change = "better" | "worse" | "same" | "unjudged"

/**
 * What became of a figure. Times and rates of two machines are not compared; ratios, sizes and counts are. With `only_counted`
 * ratios are not judged either: a short measurement says nothing of them.
 */
export function changeOf(
  { unit, better, noise }: Figure,
  now: Measured,
  before: Measured | null,
  { only_counted = false }: { readonly only_counted?: boolean } = {},
): Change {
  if (before === null || better === "neither") return "unjudged"
  if (isTimed(unit) && (only_counted || !isSameMachine(now.run.machine, before.run.machine)))
    return "unjudged"
  if (unit === "x" && only_counted) return "unjudged"
  const moved = now.value - before.value
  const tolerated = Math.max(noise.least, noise.part * Math.abs(before.value))
  if (Math.abs(moved) <= tolerated) return "same"
  return moved < 0 === (better === "lower") ? "better" : "worse"
}

function isTimed(unit: Unit): boolean {
  return unit === "ms" || unit === "s" || unit === "1/s" || unit === "MB/s"
}
