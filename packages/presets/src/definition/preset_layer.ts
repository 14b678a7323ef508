import type { Layered } from "./layered.ts"
import type { PresetOptions } from "./preset_options.ts"

/** A layer of options: any part of them, at any depth. undefined says nothing, null resets to the loop's default. */
export type PresetLayer = { readonly [K in keyof PresetOptions]?: Layered<PresetOptions[K]> }
