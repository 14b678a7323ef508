import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import { isScript, languageOf } from "../../code/language.ts"
import { type SymbolIndex, symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { oncePer } from "../once_per.ts"
import { isPackageFile } from "../reachability/entry_points.ts"
import { documentedNames } from "./documented.ts"
import { exportsOf } from "./exported_names.ts"
import type { LostName, Rewrite } from "./rewrite.ts"
import { leadsTo } from "./script_targets.ts"
import { isDefaultSettled } from "./settled_default.ts"

/**
 * Lost exports, except those that no file imports from here and that moved, became private, or went together with
 * their users.
 */
export async function withoutSettled(
  lost: readonly LostName[],
  { path, before, after }: Rewrite,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  if (lost.length === 0 || !HAS_EXPORT.test(before) || (await isPackageFile(path, facts))) return lost
  const named = lost.filter(({ name }) => name !== "default")
  if (named.length < lost.length && (await isDefaultSettled(path, change, facts)))
    return withoutSettled(named, { path, before, after }, change, facts)
  const candidates = new Set(named.map(({ name }) => name))
  if (candidates.size === 0) return lost
  const index = await symbolIndex(facts, candidates)
  const exported = await newlyExported(change, candidates)
  const defined = new Set((await definitions(path, after))?.map(({ name }) => name))
  const documented = documentedNames(change, candidates)
  const used = new Set([...usedElsewhereBefore(candidates, path, change), ...documented])
  const isSettled = (name: string) =>
    !isImported(name, path, index) &&
    (exported.has(name) ||
      defined.has(name) ||
      SCRATCH.test(path) ||
      (used.has(name) && !isMentioned(name, index)))
  return lost.filter(({ name }) => !candidates.has(name) || !isSettled(name))
}

/** Files for experiments, whose exports nobody uses. */
const SCRATCH = /(?:^|\/)(?:play|playground|sandbox|scratch)\.[cm]?[jt]sx?$/

/** Users of CommonJS exports cannot be found, because `require` binds names in too many ways. */
const HAS_EXPORT = /^export\b/m

/** Names that another touched file contained before the change. */
function usedElsewhereBefore(
  names: ReadonlySet<string>,
  path: string,
  change: ChangeSet,
): ReadonlySet<string> {
  const others = change.files.filter((file) => file.path !== path && isScript(languageOf(file.path)))
  return new Set(others.flatMap(({ before }) => identifiersIn(strictText(before) ?? "", names)))
}

/** A file that defines the name means its own definition. */
function isMentioned(name: string, { files, unparsed }: SymbolIndex): boolean {
  if (unparsed.has(name)) return true
  return [...files.values()].some(
    ({ references, definitions: own }) =>
      references.some((found) => found.name === name) && own.every((found) => found.name !== name),
  )
}

/** New exports of touched files that contain one of the names. */
async function newlyExported(change: ChangeSet, names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const file of change.files) {
    if (!isScript(languageOf(file.path))) continue
    if (identifiersIn(strictText(file.after) ?? "", names).length === 0) continue
    for (const name of await newExports(file)) found.add(name)
  }
  return found
}

const newExports = oncePer(async ({ path, before, after }: FileChange) => {
  const old = before === null ? null : await exportsOf(path, strictText(before) ?? "")
  const now = after === null ? null : await exportsOf(path, strictText(after) ?? "")
  const had = new Set(old?.names.map(({ name }) => name))
  return now?.names.map(({ name }) => name).filter((name) => !had.has(name)) ?? []
})

function isImported(name: string, path: string, { files, truncated }: SymbolIndex): boolean {
  if (truncated) return true
  return [...files].some(([importer, { references }]) =>
    references.some(
      (found) =>
        found.name === name && found.kind === "import" && leadsTo(found.module ?? "", importer, path),
    ),
  )
}
