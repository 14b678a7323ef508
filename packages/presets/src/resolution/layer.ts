import { isRecord } from "@proofloop/foundation/text"
import type { PresetLayer } from "../definition/preset_layer.ts"

type Options = Readonly<Record<string, unknown>>

/**
 * One layer in a form that merges well. Harn's nested `repair_diagnostics` and the alias `allow_repeated_tools`
 * become flat, so that a caller's nested value beats a preset's flat one. `max_iterations` alone removes a lower
 * `iteration_budget`.
 */
export function normaliseLayer(layer: PresetLayer): Options {
  const stall: unknown = layer.stall_diagnostics
  return {
    ...layer,
    ...(isRecord(stall) ? { stall_diagnostics: flatStall(stall) } : {}),
    ...(isGiven(layer.max_iterations) && layer.iteration_budget === undefined
      ? { iteration_budget: null }
      : {}),
  }
}

function flatStall(stall: Options): Options {
  const { repair_diagnostics: nested, allow_repeated_tools: alias, ...flat } = stall
  const below = { ...(isRecord(nested) ? nested : {}), exempt_tools: alias }
  return { ...flat, ...Object.fromEntries(Object.entries(below).filter(([name]) => !isGiven(flat[name]))) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
