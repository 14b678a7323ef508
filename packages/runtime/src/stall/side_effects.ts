import { readField } from "../evidence/read_field.ts"
import { OBSERVATION_KINDS } from "./settled_role.ts"
import type { ProposedCall } from "./state.ts"

/** What each `side_effect_level` may change; one of any other name may change anything. */
const CHANGES: ReadonlyMap<string, ProposedCall["side_effects"]> = new Map([
  ["", ""],
  ["none", "none"],
  ["read_only", "none"],
  ["read", "none"],
  ["workspace", "workspace"],
  ["workspace_write", "workspace"],
  ["network", "elsewhere"],
  ["process_exec", "anything"],
  ["desktop_control", "anything"],
])

/** The levels that have a meaning of their own. */
export const SIDE_EFFECT_LEVELS: readonly string[] = [...CHANGES.keys()]

/** What a tool's declared `side_effect_level` says that its calls may change; "" without one. */
export function sideEffectsOf(annotations: unknown): ProposedCall["side_effects"] {
  const level = readField(annotations, "side_effect_level")
  if (typeof level !== "string") return ""
  return CHANGES.get(level.toLowerCase()) ?? "anything"
}

/**
 * Whether a tool is declared to have no effect; undefined where nothing says so. Fails closed: the level, the flag,
 * the kind and `mutates` must not contradict it.
 * @requirement repair.edit.side-effect-level
 */
export function readOnlyOf(annotations: unknown): boolean | undefined {
  const flag = readField(annotations, "read_only")
  const side_effects = sideEffectsOf(annotations)
  if (side_effects === "") return typeof flag === "boolean" ? flag : undefined
  const kind = readField(annotations, "kind")
  const only_looks = typeof kind !== "string" || kind === "" || OBSERVATION_KINDS.has(kind.toLowerCase())
  return (
    side_effects === "none" &&
    flag !== false &&
    (flag === true || only_looks) &&
    readField(annotations, "mutates") !== true
  )
}

/** Whether the level alone says that the call writes to the workspace: neither a kind, a role nor `mutates` is declared. */
export function writesByLevel({ side_effects, kind, mutates, evidence_role }: ProposedCall): boolean {
  return side_effects === "workspace" && kind === "" && mutates === null && evidence_role === ""
}

/** Whether the level allows a write to the workspace that nothing else rules out. */
export function mayWriteByLevel({ side_effects, mutates }: ProposedCall): boolean {
  return mutates === null && (side_effects === "workspace" || side_effects === "anything")
}
