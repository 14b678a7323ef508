import { realpath } from "node:fs/promises"
import { openWorkFiles, type WorkFiles, type WorkFilesOptions } from "./work_files/open.ts"

/**
 * A digest of the work tree: names, content, the executable bit. In git, ignored files do not count, and committing,
 * staging or touching changes nothing. Elsewhere all files count except remains of tools (`node_modules`,
 * `__pycache__`, ...). While a run holds these files, the set is that of its start. null when the folder is
 * unreadable.
 */
export async function workspaceDigest(root: string): Promise<string | null> {
  const real = await realpath(root).catch(() => null)
  const held = real === null ? undefined : shared.get(real)
  if (held !== undefined) return (await held.read()).sha256
  const files = await openWorkFiles(root).catch(() => null)
  if (files === null) return null
  try {
    return (await files.read()).sha256
  } finally {
    await files.close()
  }
}

/** Files of present runs by real path: what a tool of a run asks about them is read in the same way, and once. */
const shared = new Map<string, WorkFiles>()

/** Opens files as `openWorkFiles` does; until they are closed, `workspaceDigest` of their root is about them. */
export async function shareWorkFiles(root: string, options?: WorkFilesOptions): Promise<WorkFiles> {
  const files = await openWorkFiles(root, options)
  const real = await realpath(root)
  shared.set(real, files)
  return {
    ...files,
    async close() {
      if (shared.get(real) === files) shared.delete(real)
      await files.close()
    },
  }
}
