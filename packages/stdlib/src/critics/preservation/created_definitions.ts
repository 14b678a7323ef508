import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import type { Placed } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** The new definitions in touched files that contain a lost name, or have lost something. */
export async function createdDefinitions(
  change: ChangeSet,
  lost: readonly LostDefinition[],
): Promise<readonly Placed[]> {
  const names = new Set(lost.map(({ definition }) => definition.name))
  const paths = new Set(lost.map(({ path }) => path))
  const created: Placed[] = []
  for (const { path, before, after } of change.files) {
    const text = strictText(after)
    if (text === null || (!paths.has(path) && identifiersIn(text, names).length === 0)) continue
    const known = new Set((await definitions(path, before))?.map(({ qualified_name }) => qualified_name))
    for (const definition of (await definitions(path, text)) ?? []) {
      if (!known.has(definition.qualified_name)) created.push({ path, definition })
    }
  }
  return created
}
