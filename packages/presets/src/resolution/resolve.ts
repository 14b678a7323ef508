import { InvalidOptionError, isGiven, nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { type PresetName, presets as shipped } from "../catalogue.ts"
import { checked } from "../definition/checked.ts"
import { optionsSchema } from "../definition/options_schema.ts"
import { type Preset, definePreset } from "../definition/preset.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"
import type { PresetOptions } from "../definition/preset_options.ts"
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

/**
 * A preset and those it extends, the base first. Throws InvalidOptionError for an unknown name (with the list and a
 * near miss), two presets of one name, and a circular chain.
 */
function presetChain(start: string | Preset, more: readonly Preset[] = []): Preset[] {
  const known = presetsByName(more)
  const chain = [typeof start === "string" ? find("preset", start, known) : definePreset(start)]
  for (let last = chain[0]; last?.extends !== undefined; last = chain[0]) {
    const owner = `preset "${last.name}".extends`
    const next = find(owner, last.extends, known)
    const names = [...chain.map(({ name }) => name).reverse(), next.name]
    if (names.indexOf(next.name) < names.length - 1) {
      throw new InvalidOptionError({ option: owner, expected: "a chain that ends", got: names.join(" -> ") })
    }
    chain.unshift(next)
  }
  return chain
}

function presetsByName(more: readonly Preset[]): ReadonlyMap<string, Preset> {
  const known = new Map<string, Preset>(shipped.map((preset) => [preset.name, preset]))
  for (const preset of new Set(more)) {
    if (known.get(preset.name) === preset) continue
    const checked = definePreset(preset)
    if (known.has(checked.name)) {
      const expected = "presets with a name each"
      throw new InvalidOptionError({ option: "context.presets", expected, got: checked.name })
    }
    known.set(checked.name, checked)
  }
  return known
}

function find(option: string, name: string, known: ReadonlyMap<string, Preset>): Preset {
  const preset = known.get(name)
  if (preset !== undefined) return preset
  const names = [...known.keys()]
  const did_you_mean = typeof name === "string" ? nearestName(name, names) : null
  throw new InvalidOptionError({ option, expected: `one of ${names.join(", ")}`, got: name, did_you_mean })
}

type Options = Readonly<Record<string, unknown>>

/**
 * One layer in a form that merges well. Harn's nested `repair_diagnostics` and the alias `allow_repeated_tools`
 * become flat, so that a caller's nested value beats a preset's flat one. `max_iterations` alone removes a lower
 * `iteration_budget`.
 */
function normaliseLayer(layer: PresetLayer): Options {
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

/** Where createAgentLoop looks for a preset's knobs. The symbol is shared, because each package may be installed twice. */
const PRESET = Symbol.for("proofloop.preset")

/** The options with the names of their knobs under a symbol, so that the loop sees when a spread has dropped them. */
function marked(options: PresetOptions, name: string): PresetOptions {
  const { stall_diagnostics } = options
  if (!isRecord(stall_diagnostics)) return options
  const mark = { [PRESET]: { name, knobs: Object.keys(stall_diagnostics) } }
  return { ...options, ...mark }
}
