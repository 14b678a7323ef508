import { strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { type PythonBindings, pythonBindings } from "../../code/python.ts"
import { isRelativeModule, pythonModuleFiles } from "../../code/python_modules.ts"
import { withTree } from "../../code/tree.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"

/** G7: functions and classes of a Python module's body survive a rewrite. @requirement critics.G7 */
export const pythonPreservation = preservationCritic({
  id: "G7",
  title: "Top-level preservation",
  description: "Finds top-level functions and classes that a rewrite of a Python file dropped or renamed",
  languages: ["python"],
  async lost(rewrite, _change, facts) {
    const missing = await missingDefinitions(rewrite, isCounted, isCounted)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const bindings = await withTree("python", rewrite.after, pythonBindings)
    const lost = []
    for (const definition of missing) {
      const kept = bindings !== null && (await isKept(definition.name, bindings, rewrite.path, facts))
      if (!kept) lost.push(lostName(definition))
    }
    return lost
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

function isCounted({ kind }: Definition): boolean {
  return kind === "function" || kind === "class"
}

/** The module still has the name: imported from the place of its definition, or as another name for something else. */
async function isKept(
  name: string,
  { aliases, imports, stars }: PythonBindings,
  path: string,
  facts: RepositoryFacts,
): Promise<boolean> {
  if (aliases.has(name)) return true
  const imported = imports.get(name)
  if (imported !== undefined) return leadsTo(imported.name, imported.module, path, facts)
  for (const module of stars) {
    const files = await existing(pythonModuleFiles(module, path), facts)
    if (files !== undefined && (await has(name, files, facts))) return true
  }
  return false
}

async function leadsTo(name: string, module: string, path: string, facts: RepositoryFacts): Promise<boolean> {
  const file = await existing(pythonModuleFiles(module, path), facts)
  if (file === undefined) return !isRelativeModule(module)
  return has(name, file, facts)
}

async function existing(paths: readonly string[], facts: RepositoryFacts): Promise<string | undefined> {
  for (const path of paths) if ((await facts.read(path)) !== null) return path
  return undefined
}

async function has(name: string, path: string, facts: RepositoryFacts): Promise<boolean> {
  const bytes = await facts.read(path)
  if ((await definitions(path, bytes))?.some((definition) => definition.qualified_name === name) === true)
    return true
  const bindings = await withTree("python", strictText(bytes) ?? "", pythonBindings)
  return bindings !== null && (bindings.imports.has(name) || bindings.aliases.has(name))
}
