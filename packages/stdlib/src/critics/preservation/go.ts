import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { areApart, type GoFile } from "./go_systems.ts"
import { preservationCritic } from "./preservation_critic.ts"

/**
 * G7-GO: the same for Go, whose packages are folders: a definition that moved to another file of its folder is not
 * lost.
 */
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
    const file = { path: rewrite.path, text: rewrite.before }
    return missing
      .filter(({ qualified_name }) => {
        const files = package_?.get(qualified_name) ?? []
        return files.every((other) => areApart(file, other))
      })
      .map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

function isCounted(definition: Definition): boolean {
  return definition.kind !== "variable" || definition.public
}

/** What the touched Go files define now and where, by folder. */
const definedByFolder = oncePer(async (change: ChangeSet) => {
  const folders = new Map<string, Map<string, GoFile[]>>()
  for (const { path, after } of change.files.filter((file) => file.path.endsWith(".go"))) {
    const names = folders.get(posix.dirname(path)) ?? new Map<string, GoFile[]>()
    const file = { path, text: strictText(after) ?? "" }
    for (const { qualified_name } of (await definitions(path, after)) ?? [])
      names.set(qualified_name, [...(names.get(qualified_name) ?? []), file])
    folders.set(posix.dirname(path), names)
  }
  return folders
})
