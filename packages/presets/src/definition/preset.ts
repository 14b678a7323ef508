import { checked } from "./checked.ts"
import { optionsSchema, presetNameSchema, presetSchema } from "./options_schema.ts"
import { frozenCopy } from "./plain_record.ts"
import type { PresetLayer } from "./preset_layer.ts"

export interface Preset {
  /** Up to 64 letters, digits and `_ . / -`. */
  readonly name: string
  readonly description: string
  readonly extends?: string | undefined
  readonly options: PresetLayer
  /** Harn's discovery mirror of the repair knobs: for people and tools that list presets; nothing here reads it. */
  readonly repair_diagnostics?: Readonly<Record<string, unknown>> | undefined
  /** Fields of the original that have no counterpart here, each with the reason. */
  readonly left_out?: Readonly<Record<string, string>> | undefined
}

/**
 * Checks a preset and returns a frozen copy; registers nothing. Throws InvalidOptionError naming the full path, such as
 * `preset "x".stall_diagnostics.repair_awre`, with a near miss. `extends` is looked up when the preset is resolved.
 */
export function definePreset<const Name extends string>(
  preset: Preset & {
    /** The preset's name, by which `extends` and options find it. */
    readonly name: Name
  },
): Preset & {
  readonly name: Name
} {
  checked("definePreset", presetNameSchema, preset)
  const owner = `preset "${preset.name}"`
  checked(owner, presetSchema, preset)
  checked(owner, optionsSchema, preset.options)
  return frozenCopy(preset)
}
