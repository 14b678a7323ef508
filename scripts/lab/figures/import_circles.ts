import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { findCycles } from "../../layers/cycles.mjs"
import type { Member } from "./workspace.ts"

/** A source file by its path from the root, and what it imports. */
export interface Importer {
  readonly path: string
  readonly imports: readonly { readonly specifier?: string }[]
}

/** The import circles of the sources, imports of types included: for each knot of files its shortest circle, as paths. */
export function importCircles(
  root: string,
  members: readonly Member[],
  sources: readonly Importer[],
): readonly (readonly string[])[] {
  const entries = new Map(members.flatMap((member) => [...member.entries]))
  const fileOf = (from: string, specifier: string): string | undefined => {
    if (!specifier.startsWith(".")) return entries.get(specifier)
    const file = posix.join(posix.dirname(from), specifier)
    return existsSync(join(root, file)) ? file : undefined
  }
  const edges = new Map(
    sources.map(({ path, imports }) => [
      path,
      new Set(imports.flatMap(({ specifier = "" }) => fileOf(path, specifier) ?? [])),
    ]),
  )
  return findCycles(edges)
}
