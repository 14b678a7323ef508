import { posix } from "node:path"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import type { ChangeSet } from "../../workspace/change_set.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"

/** G7-GO: the same for Go, whose packages are folders: what moved to another file of its folder is not lost. */
export const g7Go = preservationCritic({
  id: "G7-GO",
  title: "Top-level preservation in Go",
  description:
    "Finds functions, methods, types and exported values that a rewrite of a Go file dropped or renamed",
  languages: ["go"],
  async lost(rewrite, change) {
    const missing = await missingDefinitions(rewrite, isCounted)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const package_ = await definedInFolder(posix.dirname(rewrite.path), change)
    return missing.filter(({ qualified_name }) => !package_.has(qualified_name)).map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

function isCounted(definition: Definition): boolean {
  return definition.kind !== "variable" || definition.public
}

async function definedInFolder(folder: string, change: ChangeSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const { path, after } of change.files) {
    if (!path.endsWith(".go") || posix.dirname(path) !== folder) continue
    for (const { qualified_name } of (await definitions(path, after)) ?? []) names.add(qualified_name)
  }
  return names
}
