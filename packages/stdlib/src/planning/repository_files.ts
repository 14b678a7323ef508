import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../repository/facts.ts"

export interface RepositoryFiles {
  readonly paths: readonly string[]
  has(path: string): boolean
  /** Text with invalid bytes left out; "" for none. */
  text(path: string): Promise<string>
  /** The files right in a folder; "." is the root. */
  inFolder(folder: string): readonly string[]
}

export async function repositoryFiles(facts: RepositoryFacts): Promise<RepositoryFiles> {
  const paths = await facts.paths()
  const known = new Set(paths)
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    const listed = folders.get(folder)
    if (listed) listed.push(path)
    else folders.set(folder, [path])
  }
  return {
    paths,
    has: (path) => known.has(path),
    text: async (path) => lenientText(await facts.read(path)) ?? "",
    inFolder: (folder) => folders.get(folder) ?? [],
  }
}

/** The folders of a path from its own up to the root: "a/b", "a", ".". */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    folders.push(folder)
    if (folder === "." || folder === "/") return folders
  }
}

/** The first existing path, as a list of at most one. */
export function firstOf(files: RepositoryFiles, candidates: readonly string[]): readonly string[] {
  const found = candidates.map((path) => posix.normalize(path)).find((path) => files.has(path))
  return found === undefined ? [] : [found]
}
