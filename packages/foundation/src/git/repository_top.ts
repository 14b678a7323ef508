import { lstat } from "node:fs/promises"
import { resolve } from "node:path"

/**
 * Variables with which git takes `folder` for the top of its repository, whatever work tree the configuration names.
 * It looks for none above it. null where no `.git` lies in the folder.
 */
export async function asTop(folder: string): Promise<Readonly<Record<string, string>> | null> {
  const git_dir = resolve(folder, ".git")
  const found = await lstat(git_dir).catch(() => null)
  return found === null ? null : { GIT_DIR: git_dir, GIT_WORK_TREE: resolve(folder) }
}
