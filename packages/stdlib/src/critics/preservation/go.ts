import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"

/** G7-GO: the same for Go, whose packages are folders: what moved to another file of its folder is not lost. */
export const goPreservation = preservationCritic({
  id: "G7-GO",
  title: "Top-level preservation in Go",
  description:
    "Finds functions, methods, types and exported values that a rewrite of a Go file dropped or renamed",
  languages: ["go"],
  async lost(rewrite, change) {
    const missing = await missingDefinitions(rewrite, isCounted)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const package_ = (await definedByFolder(change)).get(posix.dirname(rewrite.path))
    return missing.filter(({ qualified_name }) => package_?.has(qualified_name) !== true).map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

function isCounted(definition: Definition): boolean {
  return definition.kind !== "variable" || definition.public
}

/** What the touched Go files define now, by folder. */
const definedByFolder = oncePer(async (change: ChangeSet) => {
  const folders = new Map<string, Set<string>>()
  for (const { path, after } of change.files.filter((file) => file.path.endsWith(".go"))) {
    const names = folders.get(posix.dirname(path)) ?? new Set<string>()
    for (const { qualified_name } of (await definitions(path, after)) ?? []) names.add(qualified_name)
    folders.set(posix.dirname(path), names)
  }
  return folders
})
