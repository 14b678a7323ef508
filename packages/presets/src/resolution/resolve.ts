import type { PresetName } from "../catalogue.ts"
import { checked } from "../definition/checked.ts"
import { optionsSchema } from "../definition/options_schema.ts"
import type { Preset } from "../definition/preset.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"
import type { PresetOptions } from "../definition/preset_options.ts"
import { presetChain } from "./chain.ts"
import { normaliseLayer } from "./layer.ts"
import { marked } from "./mark.ts"
import { type Environment, readVariable, withEnvironmentFlag } from "./repair_aware.ts"
import { type Branch, layOver, type Origin, plainValue, type Tree, treeAt } from "./tree.ts"

export interface PresetContext {
  /** The host's own presets, beside the shipped ones; every name once. Default: none. */
  readonly presets?: readonly Preset[] | undefined
  /** Where flags are read. Default: the environment of the process. */
  readonly env?: Environment | undefined
}

/** The name of a shipped preset, or of one in the context. */
export type PresetReference = PresetName | (string & Record<never, never>) | Preset

/**
 * A preset's options with the caller's laid over them, ready to spread into createAgentLoop. `repair_aware` comes from
 * the caller, else the environment variable PROOFLOOP_REPAIR_AWARE, else the preset; the loop calls a function. Throws
 * InvalidOptionError on an unknown preset, option or value, and on an unreadable variable.
 */
export function resolvePreset(
  preset: PresetReference,
  overrides: PresetLayer = {},
  context: PresetContext = {},
): PresetOptions {
  // Every layer was checked, and merging keeps each value under the name it was checked for.
  const options = plainValue(mergedOptions(preset, overrides, context)) as PresetOptions
  return marked(options, typeof preset === "string" ? preset : preset.name)
}

/** The same, with the origin of every value. */
export function mergedOptions(
  preset: PresetReference,
  overrides: PresetLayer,
  context: PresetContext,
): Branch {
  const env = context.env ?? process.env
  const call: Origin = { from: "call" }
  const presets = presetChain(preset, context.presets).reduce<Branch>(
    (below, { name, options }) => layLayer(below, options, { from: `preset ${name}` }, env),
    { kind: "branch", origin: call, touched_by: call, children: new Map() },
  )
  const merged = layLayer(presets, checked("overrides", optionsSchema, overrides), call, env)
  const flag = repairAware(merged)
  // A merge keeps what a layer does not touch, so any other value came from the caller.
  const is_decided_by_call = flag !== undefined && flag !== repairAware(presets)
  return is_decided_by_call ? merged : withEnvironmentFlag(merged, env)
}

function layLayer(below: Branch, layer: PresetLayer, origin: Origin, env: Environment): Branch {
  const { options, flag } = readVariable(normaliseLayer(layer), env)
  const tree = layOver(below, options, origin)
  if (flag === undefined) return tree
  const { on, variable } = flag
  return layOver(tree, { stall_diagnostics: { repair_aware: on } }, { from: "environment", variable })
}

function repairAware(tree: Branch): Tree | undefined {
  return treeAt(tree, "stall_diagnostics", "repair_aware")
}
