import { coreKnobs } from "./core_knobs.ts"
import type { ValuesOf } from "./knob.ts"
import { patternKnobs } from "./patterns.ts"
import type { KnobOptions, StallConfig } from "./stall_config.ts"

const rows = { ...coreKnobs, ...patternKnobs }

type Copy<T> = { readonly [K in keyof T]: T[K] }
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** The generated interface has the names and types of the rows, and no others. */
export const AGREES: Same<Copy<StallConfig>, Copy<ValuesOf<typeof rows>>> = true

type Optional<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

/** What a host may write are the same names and types, each of which may be absent. */
export const AGREE: Same<Copy<KnobOptions>, Optional<ValuesOf<typeof rows>>> = true
