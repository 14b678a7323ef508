import { type GitChange, installedFolderOf, type WorkingChange } from "@proofloop/foundation/git"

export interface Installed {
  readonly change: GitChange
  readonly folders: ReadonlyMap<string, number>
}

/**
 * A change of the work tree without new files in `node_modules` and in virtual environments of Python. Untracked ones
 * were left out unread; here go those that somebody staged. `check --staged` judges them.
 */
export function withoutInstalled({ installed, ...change }: WorkingChange): Installed {
  const folderOf = installedFolderOf(change.files.map(({ path }) => path))
  const staged = new Map<string, number>()
  const isJudged = ({ path, before }: GitChange["files"][number]): boolean => {
    const folder = before === null ? folderOf(path) : null
    if (folder !== null) staged.set(folder, (staged.get(folder) ?? 0) + 1)
    return folder === null
  }
  const files = change.files.filter(isJudged)
  const skipped = change.skipped.filter(({ path }) => folderOf(path) === null)
  const folders = new Map([...staged, ...installed])
  return { change: { ...change, files, skipped }, folders }
}
