import { isRecord } from "@proofloop/foundation/text"
import { createDetector, type Knob, knobs } from "@proofloop/runtime/detector"
import type { StallOptions } from "@proofloop/runtime/internal/detector"
import type { PresetLayer } from "../definition/preset_layer.ts"
import { mergedOptions, type PresetContext, type PresetReference } from "./resolve.ts"
import { type Origin, plainValue, type Tree, treeAt } from "./tree.ts"

export interface ExplainedOption {
  /** Its place, such as `stall_diagnostics.fold`. */
  readonly path: string
  readonly value: unknown
  readonly from: Origin["from"] | "default"
  readonly variable?: string
}

/**
 * Every knob of `stall_diagnostics` in the order of the knob table, then every other loop option that is set. Each
 * has its effective value and the layer that gave it. Arguments and errors are those of resolvePreset.
 */
export function explainPreset(
  preset: PresetReference,
  overrides: PresetLayer = {},
  context: PresetContext = {},
): readonly ExplainedOption[] {
  const options = mergedOptions(preset, overrides, context)
  const stall = treeAt(options, "stall_diagnostics")
  const effective = createDetector({ stall_diagnostics: plainKnobs(plainValue(stall)) }).config
  const rows = knobs.map((knob) => explainKnob(knob, stall, new Map(Object.entries(effective))))
  const others = [...options.children].filter(([name]) => name !== "stall_diagnostics")
  return [...rows, ...others.flatMap(([name, tree]) => explainTree(name, tree))]
}

function explainKnob(
  knob: Knob,
  stall: Tree | undefined,
  effective: ReadonlyMap<string, unknown>,
): ExplainedOption {
  const path = `stall_diagnostics.${knob.name}`
  const given = treeAt(stall, knob.name)
  const value = plainValue(given)
  if (typeof value === "function") return { path, value, ...fromOrigin(given?.origin) }
  const origin = given === undefined ? impliedOrigin(knob, stall) : lastOrigin(given)
  return { path, value: effective.get(knob.name) ?? null, ...fromOrigin(origin) }
}

/** The layer that set a knob without naming it. */
function impliedOrigin(knob: Knob, stall: Tree | undefined): Origin | undefined {
  if (knob.name === "enabled") return stall?.origin
  if (knob.name === "repeat_same_observation") return treeAt(stall, "threshold")?.origin
  return undefined
}

function explainTree(path: string, tree: Tree): ExplainedOption[] {
  if (tree.kind === "branch" && tree.children.size > 0) {
    return [...tree.children].flatMap(([name, child]) => explainTree(`${path}.${name}`, child))
  }
  return [{ path, value: plainValue(tree), ...fromOrigin(lastOrigin(tree)) }]
}

function lastOrigin(tree: Tree): Origin {
  return tree.kind === "branch" ? tree.touched_by : tree.origin
}

function fromOrigin(origin: Origin | undefined): Pick<ExplainedOption, "from" | "variable"> {
  return origin ?? { from: "default" }
}

/** Only what the detector itself can read; the loop asks functions. */
function plainKnobs(stall: unknown): StallOptions | boolean | null | undefined {
  if (!isRecord(stall)) return stall as boolean | undefined
  return Object.fromEntries(Object.entries(stall).filter(([, value]) => typeof value !== "function"))
}
