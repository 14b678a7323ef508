import { isRecord } from "@proofloop/foundation/text"
import type { PresetOptions } from "../definition/preset_options.ts"

/** Where createAgentLoop looks for a preset's knobs. The symbol is shared, because each package may be installed twice. */
const PRESET = Symbol.for("proofloop.preset")

/** The options with the names of their knobs under a symbol, so that the loop sees when a spread has dropped them. */
export function marked(options: PresetOptions, name: string): PresetOptions {
  const { stall_diagnostics } = options
  if (!isRecord(stall_diagnostics)) return options
  const mark = { [PRESET]: { name, knobs: Object.keys(stall_diagnostics) } }
  return { ...options, ...mark }
}
