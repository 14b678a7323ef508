import type { Figure, Unit } from "./figure.ts"
import { isSameMachine } from "./machine.ts"
import type { Row, Run } from "./table.ts"

/** A value, and when and where it was measured. */
type Measured = Pick<Row, "value" | "run">

/**
 * `unjudged`: there is nothing to compare with, or neither direction is better. `elsewhere`: times of two machines. `busy`:
 * one of the machines had other work.
 */
export type Change = "better" | "worse" | "same" | "unjudged" | "elsewhere" | "busy"

/**
 * What became of a figure. Ratios, sizes and counts of two machines are compared, times and rates are not; neither they nor
 * ratios are where a machine was busy. With `only_counted` nothing that is timed is judged: a short measurement says nothing.
 */
export function changeOf(
  { unit, better, noise, is_timed = false }: Figure,
  now: Measured,
  before: Measured | null,
  { only_counted = false }: { readonly only_counted?: boolean } = {},
): Change {
  if (before === null || better === "neither") return "unjudged"
  if (is_timed || isTimed(unit) || unit === "x") {
    if (only_counted) return "unjudged"
    if (isBusy(now.run) || isBusy(before.run)) return "busy"
  }
  if (isTimed(unit) && !isSameMachine(now.run.machine, before.run.machine)) return "elsewhere"
  const moved = now.value - before.value
  const tolerated = Math.max(noise.least, noise.part * Math.abs(before.value))
  if (Math.abs(moved) <= tolerated) return "same"
  return moved < 0 === (better === "lower") ? "better" : "worse"
}

function isTimed(unit: Unit): boolean {
  return unit === "ms" || unit === "s" || unit === "1/s" || unit === "MB/s"
}

/** More wanted to run than there were cores when measuring began; unknown is not busy. */
function isBusy({ load, machine }: Run): boolean {
  return load !== null && load > machine.cores
}
