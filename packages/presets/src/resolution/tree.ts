import { isOptionRecord } from "../definition/plain_record.ts"

export interface Origin {
  /** The source of a value: the caller, an environment variable, or a preset by name. */
  readonly from: "call" | "environment" | `preset ${string}`
  readonly variable?: string
}

export interface Leaf {
  readonly kind: "leaf"
  readonly origin: Origin
  readonly value: unknown
}

/** A record of options, with an origin for each value. Plain records are built last, so no key can reach a prototype. */
export interface Branch {
  readonly kind: "branch"
  /** The layer that made it a record, which matters by itself: `stall_diagnostics: {}` enables the detector. */
  readonly origin: Origin
  readonly touched_by: Origin
  readonly children: ReadonlyMap<string, Leaf | Branch>
}

export type Tree = Leaf | Branch

/** Options for which null is a value, not "the default". */
const NULL_MEANS_NONE: ReadonlySet<string> = new Set([
  "done_sentinel",
  "model_timeout_ms",
  "verify_timeout_ms",
  "callback_timeout_ms",
])

/**
 * Lays a record over a tree. Records merge key by key; lists, scalars and functions replace. undefined changes
 * nothing; null removes what is below, so that the loop's default applies.
 */
export function layOver(
  below: Tree | undefined,
  layer: Readonly<Record<string, unknown>>,
  origin: Origin,
): Branch {
  const base = below?.kind === "branch" ? below : undefined
  const children = new Map(base?.children)
  for (const [name, value] of Object.entries(layer)) {
    if (value === undefined) continue
    if (value === null && !NULL_MEANS_NONE.has(name)) children.delete(name)
    else if (isOptionRecord(name, value)) children.set(name, layOver(children.get(name), value, origin))
    else children.set(name, { kind: "leaf", origin, value: Array.isArray(value) ? [...value] : value })
  }
  return { kind: "branch", origin: base?.origin ?? origin, touched_by: origin, children }
}

export function plainValue(tree: Tree | undefined): unknown {
  if (tree?.kind !== "branch") return tree?.value
  return Object.fromEntries([...tree.children].map(([name, child]) => [name, plainValue(child)]))
}

/** The value at the end of a path, if every step leads into a record. */
export function treeAt(tree: Tree | undefined, ...path: readonly string[]): Tree | undefined {
  let at = tree
  for (const name of path) at = at?.kind === "branch" ? at.children.get(name) : undefined
  return at
}
