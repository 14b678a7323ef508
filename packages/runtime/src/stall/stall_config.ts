import type { ValuesOf } from "./knob.ts"
import type { rows } from "./knobs.ts"

/** `stall_diagnostics` after validation: every knob has its value. */
export type StallConfig = ValuesOf<typeof rows>

/** Any of the knobs; null and undefined say nothing. `Flag`: how `repair_aware` is given. */
export type KnobOptions<Flag = boolean> = {
  readonly [K in keyof StallConfig]?: (K extends "repair_aware" ? Flag : StallConfig[K]) | null | undefined
}
