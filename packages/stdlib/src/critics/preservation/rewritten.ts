import { definitions } from "../../code/definitions.ts"
import type { Placed } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Files that are written anew: most of their definitions went, and about as many came. */
export async function rewrittenPaths(
  lost: readonly LostDefinition[],
  created: readonly Placed[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const path of new Set(lost.map((one) => one.path))) {
    const own = lost.filter((one) => one.path === path)
    const came = created.filter((one) => one.path === path)
    if (own.length < LEAST || came.length < own.length / 2) continue
    const before = await definitions(path, own[0]?.before ?? "")
    if (own.length > (before?.length ?? 0) / 2) found.add(path)
  }
  return found
}

/** Fewer definitions may go by accident. */
const LEAST = 3
