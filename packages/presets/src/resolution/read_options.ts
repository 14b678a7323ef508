import { checked } from "../definition/checked.ts"
import { optionsSchema } from "../definition/options_schema.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"

/**
 * Options that a host read from JSON, where a literal such as `"same_turn"` has become any string, checked and typed: a layer for
 * `resolvePreset(name, layer)`. Throws InvalidOptionError naming `owner.<option>`, with a near miss, for an option that is
 * unknown or of another type.
 * @example
 * import config from "./bot.config.json" with { type: "json" }
 * const options = resolvePreset("evidence", readLoopOptions(config, "bot.config.json"))
 */
export function readLoopOptions(value: unknown, owner = "options"): PresetLayer {
  return checked(owner, optionsSchema, value) as PresetLayer
}
