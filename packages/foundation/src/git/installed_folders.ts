/** The outermost folders of package managers among paths, each with the number of its paths. */
export function installedFolders(paths: readonly string[]): ReadonlyMap<string, number> {
  const folderOf = installedFolderOf(paths)
  const folders = new Map<string, number>()
  for (const path of paths) {
    const folder = folderOf(path)
    if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return folders
}

/** What tells the folder of a package manager that a path lies in: `node_modules`, or a virtual environment of Python. */
export function installedFolderOf(paths: readonly string[]): (path: string) => string | null {
  const environments = paths.flatMap((path) => /^(.*\/)pyvenv\.cfg$/.exec(path)?.[1] ?? [])
  return (path) =>
    /^(?:.*?\/)??node_modules(?=\/)/.exec(path)?.[0] ??
    environments.find((folder) => path.startsWith(folder))?.replace(/\/$/, "") ??
    null
}

/** Whether a path lies in one of the folders. */
export function isBelowAny(path: string, folders: ReadonlyMap<string, number>): boolean {
  for (const folder of folders.keys()) if (path.startsWith(`${folder}/`)) return true
  return false
}
