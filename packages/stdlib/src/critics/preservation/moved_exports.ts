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
  if (lost.length === 0) return lost
  const exported = await newlyExported(change)
  const isElsewhere = (name: string) => exported.get(name)?.some((file) => file !== path) === true
  const names = lost.map(({ name }) => name)
  const candidates = new Set(names.filter((name) => name !== "default" && isElsewhere(name)))
  if (candidates.size === 0 || (await isPackageFile(path, facts))) return lost
  const index = await symbolIndex(facts, candidates)
  return lost.filter(({ name }) => !candidates.has(name) || isImported(name, path, index))
}

const exports_of_changes = new WeakMap<ChangeSet, Promise<ReadonlyMap<string, readonly string[]>>>()

/** Touched files by the names they export now and did not before, looked for once a change. */
function newlyExported(change: ChangeSet): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = exports_of_changes.get(change) ?? findNewlyExported(change)
  exports_of_changes.set(change, known)
  return known
}

async function findNewlyExported(change: ChangeSet): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  for (const { path, before, after } of change.files) {
    if (!isScript(languageOf(path))) continue
    const old = before === null ? null : await exportsOf(path, strictText(before) ?? "")
    const now = after === null ? null : await exportsOf(path, strictText(after) ?? "")
    const had = new Set(old?.names.map(({ name }) => name))
    for (const { name } of now?.names ?? []) {
      if (!had.has(name)) found.set(name, [...(found.get(name) ?? []), path])
    }
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
