import { readSwitch } from "@proofloop/foundation/process"
import { isRecord } from "@proofloop/foundation/text"
import { type Branch, layOver, treeAt } from "./tree.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The variable that decides over a preset's `repair_aware`, but not over a caller's. */
const REPAIR_AWARE_VARIABLE = "PROOFLOOP_REPAIR_AWARE"

type Options = Readonly<Record<string, unknown>>

interface LayerFlag {
  /** The layer without a flag that is read from a variable. */
  readonly options: Options
  /** The variable's value; absent if it is not set, so that the layers below decide. */
  readonly flag?: { readonly on: boolean; readonly variable: string }
}

/** Reads a layer's `repair_aware: { env: NAME }`. Throws InvalidOptionError naming a variable that cannot be read. */
export function readVariable(options: Options, env: Environment): LayerFlag {
  const stall = options["stall_diagnostics"]
  const asked = isRecord(stall) ? stall["repair_aware"] : undefined
  if (!isRecord(stall) || !isRecord(asked)) return { options }
  const variable = String(asked["env"])
  const on = readSwitch(variable, env)
  const rest = { ...options, stall_diagnostics: { ...stall, repair_aware: undefined } }
  return on === undefined ? { options: rest } : { options: rest, flag: { on, variable } }
}

/** Lets PROOFLOOP_REPAIR_AWARE decide `repair_aware` where a detector is configured; it never switches the detector. */
export function withEnvironmentFlag(tree: Branch, env: Environment): Branch {
  const on = readSwitch(REPAIR_AWARE_VARIABLE, env)
  const stall = treeAt(tree, "stall_diagnostics")
  if (on === undefined || stall === undefined) return tree
  if (stall.kind === "leaf") {
    if (stall.value !== true) return tree
    return withEnvironmentFlag(layOver(tree, { stall_diagnostics: { enabled: true } }, stall.origin), env)
  }
  const origin = { from: "environment", variable: REPAIR_AWARE_VARIABLE } as const
  return layOver(tree, { stall_diagnostics: { repair_aware: on } }, origin)
}
