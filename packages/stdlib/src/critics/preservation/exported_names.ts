import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { type ModuleExports, moduleExports } from "../../code/exports.ts"
import { isScript, languageOf } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import { scriptModuleFiles } from "../../code/script_modules.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"

/** The repository before or after a change, as far as it can be read. */
export interface Side {
  read(path: string): Promise<Uint8Array | null>
}

export function beforeSide(change: ChangeSet, facts: RepositoryFacts): Side {
  const touched = new Map(change.files.map(({ path, before }) => [path, before]))
  return {
    read: (path) => (touched.has(path) ? Promise.resolve(touched.get(path) ?? null) : facts.read(path)),
  }
}

/** How far `export * from` is followed. */
const MAX_DEPTH = 8

export const exportReader: TreeReader<ModuleExports> = {
  name: "exports",
  read: ({ root }) => moduleExports(root),
  expects: ({ language }) => isScript(language),
}

/** Exports of a script file; null when it does not parse. */
export async function exportsOf(path: string, text: string): Promise<ModuleExports | null> {
  const language = languageOf(path)
  return language === null ? null : readText(exportReader, language, text)
}

/** What `export * from` a module gives. null: it leads out of the repository, or cannot be read to its end. */
export async function starNames(
  module: string,
  importer: string,
  side: Side,
  seen: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string> | null> {
  const path = await firstFile(scriptModuleFiles(module, importer), side)
  if (path === undefined || seen.size >= MAX_DEPTH) return null
  if (seen.has(path)) return new Set()
  const exports = await exportsOf(path, strictText(await side.read(path)) ?? "")
  if (exports === null || exports.open) return null
  const names = new Set(exports.names.map(({ name }) => name).filter((name) => name !== "default"))
  for (const star of exports.stars) {
    const inner = await starNames(star.module, path, side, new Set([...seen, path]))
    if (inner === null) return null
    for (const name of inner) names.add(name)
  }
  return names
}

async function firstFile(paths: readonly string[], side: Side): Promise<string | undefined> {
  for (const path of paths) {
    if (languageOf(path) !== null && (await side.read(path)) !== null) return path
  }
  return undefined
}
