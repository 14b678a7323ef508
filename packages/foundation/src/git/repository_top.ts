import { lstat } from "node:fs/promises"
import { resolve } from "node:path"
import { contentMemory } from "./content_memory.ts"
import { git, type GitOutcome } from "./git.ts"
import { plainConfiguration } from "./plain_configuration.ts"

/**
 * Variables with which git takes `folder` for the top of its repository, whatever work tree the configuration names.
 * It looks for none above it. null where no `.git` lies in the folder.
 */
export async function asTop(folder: string): Promise<Readonly<Record<string, string>> | null> {
  const git_dir = resolve(folder, ".git")
  const found = await lstat(git_dir).catch(() => null)
  return found === null ? null : { GIT_DIR: git_dir, GIT_WORK_TREE: resolve(folder) }
}

const TOP = ["rev-parse", "--show-toplevel"]

/** By folder, and the text of each configuration on the way up, which is another one where a repository came or went. */
const tops = contentMemory<GitOutcome>(2 ** 20, ({ stdout }) => stdout.length)

/** Git's answer to which work tree a folder belongs: its top in `stdout`, or why there is none in `stderr`. Never rejects. */
export async function workTreeTop(folder: string): Promise<GitOutcome> {
  const text = await plainConfiguration(folder, TOP)
  const key = `${folder}\0${text}`
  const known = text === null ? undefined : tops.get(key)
  if (known !== undefined) return known
  const told = await git(folder, TOP)
  if (text !== null && told.exit_code === 0) tops.keep(key, told)
  return told
}
