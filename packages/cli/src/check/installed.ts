import type { GitChange } from "@proofloop/foundation/git"

/** What package managers put into a work tree, and nobody committed or ignored. */
export interface Installed {
  readonly change: GitChange
  /** The folders that the change is without, each with the number of its files. */
  readonly folders: ReadonlyMap<string, number>
}

/**
 * A change of the work tree without new files in `node_modules` and in virtual environments of Python. What is staged or
 * committed there is judged all the same.
 */
export function withoutInstalled(change: GitChange): Installed {
  const environments = change.files.flatMap(({ path }) => /^(.*\/|)pyvenv\.cfg$/.exec(path)?.[1] ?? [])
  const folders = new Map<string, number>()
  const folderOf = (path: string): string | null =>
    /^(?:.*?\/)?node_modules(?=\/)/.exec(path)?.[0] ??
    environments.find((folder) => folder !== "" && path.startsWith(folder))?.replace(/\/$/, "") ??
    null
  const isJudged = ({ path, before }: GitChange["files"][number]): boolean => {
    const folder = before === null ? folderOf(path) : null
    if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1)
    return folder === null
  }
  const files = change.files.filter(isJudged)
  const skipped = change.skipped.filter(({ path }) => folderOf(path) === null)
  return folders.size === 0 ? { change, folders } : { change: { ...change, files, skipped }, folders }
}
