import { resolvePreset } from "../resolution/resolve.ts"
import { definePreset } from "./preset.ts"
import type { PresetLayer } from "./preset_layer.ts"
import type { PresetOptions } from "./preset_options.ts"

export const named: "strict" = definePreset({ name: "strict", description: "", options: {} }).name

export const layer: PresetLayer = {
  max_nudges: null,
  done_sentinel: null,
  verify_completion: { timeout_ms: 60_000 },
  iteration_budget: { max: 40 },
  stall_diagnostics: {
    repair_aware: async () => true,
    fold: null,
    no_net_progress_predicates: { long_stall: false },
  },
}

export const options: PresetOptions = resolvePreset("evidence", layer)
export const whole: PresetLayer = options

// @ts-expect-error A preset holds no model.
export const MODEL: PresetLayer = { model: {} }

// @ts-expect-error Lists are given whole.
export const LIST: PresetLayer = { checks: [null] }

// @ts-expect-error A knob that does not exist.
export const KNOB: PresetLayer = { stall_diagnostics: { repair_awre: true } }

// @ts-expect-error The name of the variable is not optional.
export const FLAG: PresetLayer = { stall_diagnostics: { repair_aware: {} } }
