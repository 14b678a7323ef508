import { coreKnobs } from "./core_knobs.ts"
import type { Knob, KnobRow } from "./knob.ts"
import { patternKnobs } from "./patterns.ts"

export const rows = { ...coreKnobs, ...patternKnobs }

/** Harn's flat block; everything else may also be written nested. */
function isNested(name: string, { since, repair }: KnobRow): boolean {
  return since !== "V0" || repair || name === "repair_aware"
}

/** Every knob of `stall_diagnostics`: those of Harn's flat block first. @requirement config.columns */
export const knobs: readonly Knob[] = Object.entries<KnobRow>(rows)
  .map(([name, row]) => ({ name, ...row, nested: isNested(name, row) }))
  .toSorted((one, other) => Number(one.nested) - Number(other.nested))
