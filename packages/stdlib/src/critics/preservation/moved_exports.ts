import { posix } from "node:path"
import { isScript, languageOf } from "../../code/language.ts"
import { isRelativeScript, scriptModuleFiles } from "../../code/script_modules.ts"
import { type SymbolIndex, symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type ChangeSet, strictText } from "../../workspace/change_set.ts"
import { isPackageFile } from "../reachability/entry_points.ts"
import { exportsOf } from "./exported_names.ts"
import type { LostName } from "./preservation_critic.ts"

/**
 * Lost exports without those that moved: another touched file exports them now and did not before, and nobody imports
 * them from the old file any more. What a package offers to others counts as imported.
 */
export async function withoutMoved(
  lost: readonly LostName[],
  path: string,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  const moved = await newlyExported(change, path)
  const candidates = new Set(
    lost.map(({ name }) => name).filter((name) => name !== "default" && moved.has(name)),
  )
  if (candidates.size === 0 || (await isPackageFile(path, facts))) return lost
  const index = await symbolIndex(facts, candidates)
  return lost.filter(({ name }) => !candidates.has(name) || isImported(name, path, index))
}

async function newlyExported(change: ChangeSet, except: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { path, before, after } of change.files) {
    if (path === except || !isScript(languageOf(path))) continue
    const old = before === null ? null : await exportsOf(path, strictText(before) ?? "")
    const now = after === null ? null : await exportsOf(path, strictText(after) ?? "")
    const had = new Set(old?.names.map(({ name }) => name))
    for (const { name } of now?.names ?? []) if (!had.has(name)) found.add(name)
  }
  return found
}

function isImported(name: string, path: string, { files, truncated }: SymbolIndex): boolean {
  if (truncated) return true
  return [...files].some(([importer, { references }]) =>
    references.some(
      (found) =>
        found.name === name && found.kind === "import" && leadsTo(found.module ?? "", importer, path),
    ),
  )
}

/** An alias such as "@/db" is taken for a path by its last part. */
function leadsTo(module: string, importer: string, path: string): boolean {
  if (isRelativeScript(module)) return scriptModuleFiles(module, importer).includes(path)
  return stem(module) === stem(path)
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.[cm]?[jt]sx?$/, "")
}
