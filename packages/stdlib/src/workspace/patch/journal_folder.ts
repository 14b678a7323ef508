import { readFile, realpath, rmdir, stat } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { type Workspace, inPinnedFolder, sha256 } from "@proofloop/foundation/files"
import { PatchError } from "./patch_error.ts"

/** The folder for journals of one root, which never enters a commit. */
export interface JournalFolder {
  /** Absolute, links resolved: git's own folder, or the root outside a repository. */
  readonly base: string
  /** Relative to `base`. */
  readonly journals: string
  readonly rescued: string
}

export async function journalFolder(root: string): Promise<JournalFolder> {
  const repository = await gitFolder(root)
  if (repository === null) {
    return { base: root, journals: ".proofloop/patches", rescued: ".proofloop/rescued" }
  }
  // One repository holds many roots, and moves with them.
  const way = relative(repository.top, root)
  const key = sha256(way).slice(0, 16)
  return {
    base: repository.folder,
    journals: `proofloop/patches/${key}`,
    rescued: `proofloop/rescued/${key}`,
  }
}

/** Runs `action` in a folder below `base`, which is created, never through a link. A link rejects with PatchError. */
export async function inJournalFolder<Result>(
  { base }: JournalFolder,
  path: string,
  action: (folder: string) => Promise<Result>,
): Promise<Result> {
  const absolute = join(base, path)
  const located = { relative: `${path}/journal`, absolute: join(absolute, "journal"), stats: null }
  const workspace: Pick<Workspace, "root"> = { root: base }
  return inPinnedFolder(workspace, located, { create: true }, async (folder) => {
    if ((await realpath(folder)) === absolute) return action(folder)
    throw new PatchError("io", "", `${path} is a symbolic link; a journal is not kept behind one`)
  })
}

/** Outside a repository a journal removes its folder, which everyone would see. */
export async function removeEmptyFolders({ base, journals }: JournalFolder): Promise<void> {
  if (!journals.startsWith(".")) return
  for (const path of [journals, dirname(journals)]) {
    await rmdir(join(base, path)).catch(() => {
      // Not empty: it holds another journal, or someone's own files.
    })
  }
}

/** The folder for the repository of a root. Each work tree of a repository has one. */
async function gitFolder(root: string): Promise<{ readonly folder: string; readonly top: string } | null> {
  for (let top = root; ; top = dirname(top)) {
    const folder = await followGitFile(join(top, ".git"))
    if (folder !== null) return { folder, top }
    if (dirname(top) === top) return null
  }
}

async function followGitFile(path: string): Promise<string | null> {
  try {
    const is_file = (await stat(path)).isFile()
    const target = is_file ? /^gitdir: ([^\n]{1,4096})/.exec(await readFile(path, "utf8"))?.[1] : path
    if (target === undefined) return null
    const folder = await realpath(resolve(dirname(path), target))
    return (await stat(join(folder, "HEAD"))).isFile() ? folder : null
  } catch {
    return null
  }
}
