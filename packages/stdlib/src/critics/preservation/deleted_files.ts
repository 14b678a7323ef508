import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { definitions } from "../../code/definitions.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** It cannot stay without its type, whose file the change deletes and no remaining file is named after. */
export function needsDeleted({ before, definition: { range } }: LostDefinition, change: ChangeSet): boolean {
  const stays = new Set(
    change.files.flatMap(({ path, after }) => (after === null ? [] : [posix.basename(path)])),
  )
  const types = change.files.flatMap(({ path, after }) => {
    const type = after === null ? /(?:^|\/)([A-Z]\w{3,80})\.(?:java|tsx?|py)$/.exec(path)?.[1] : undefined
    return type === undefined || stays.has(posix.basename(path)) ? [] : [type]
  })
  return identifiersIn(before.slice(range.start, range.end), new Set(types)).length > 0
}

/** Types and functions of deleted files that no touched file defines now; in Java and scripts a file has its type's name. */
export async function definedInDeleted({ files }: ChangeSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const { path, before, after } of files) {
    if (after !== null || isTestPath(path) || !/\.(?:rs|go|py)$/.test(path)) continue
    for (const { name, kind } of (await definitions(path, before)) ?? [])
      if (
        kind !== "method" &&
        kind !== "implementation" &&
        kind !== "variable" &&
        (name.includes("_") || (/[A-Z]/.test(name) && /[a-z]/.test(name)))
      )
        names.add(name)
  }
  for (const { path, after } of names.size === 0 ? [] : files) {
    for (const { name } of (after === null ? null : await definitions(path, after)) ?? []) names.delete(name)
  }
  return names
}

export function usesAny(
  { before, definition: { range } }: LostDefinition,
  names: ReadonlySet<string>,
): boolean {
  return names.size > 0 && identifiersIn(before.slice(range.start, range.end), names).length > 0
}
