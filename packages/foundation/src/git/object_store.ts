import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { requireGit } from "./git.ts"
import { textOf } from "./plain_configuration.ts"

export interface ObjectStore {
  /** How objects are named: "sha1" or "sha256". */
  readonly format: string
  readonly objects: string
  /** Absolute path of the file that names where a shallow clone ends; it may be missing. */
  readonly shallow: string
}

/** The objects of the repository around `root`. Asks git only for a layout unlike `git init`'s. Rejects with GitError. */
export async function objectStoreOf(root: string): Promise<ObjectStore> {
  const plain = resolve(root, ".git")
  if (await isPlain(plain).catch(() => false))
    return { format: "sha1", objects: join(plain, "objects"), shallow: join(plain, "shallow") }
  const asked = ["--path-format=absolute", "--git-path", "objects", "--git-path", "shallow"]
  const told = await requireGit(root, ["rev-parse", "--show-object-format", ...asked])
  const [format = "", objects = "", shallow = ""] = told.split("\n")
  return { format, objects, shallow }
}

/** Whether it is a repository by itself (gitrepository-layout(5)), without extensions of the format. */
async function isPlain(git_dir: string): Promise<boolean> {
  const names = ["HEAD", "config", "objects", "refs", "commondir"]
  const [head, config, objects, refs, shared] = await Promise.all(
    names.map((name) => textOf(join(git_dir, name))),
  )
  if (objects !== "folder" || refs !== "folder" || shared !== "none") return false
  if (typeof head !== "object" || typeof config !== "object") return false
  return /^(?:ref: refs\/|[0-9a-f]{40}\n)/.test(head.text) && !/\[(?:extensions|include)/i.test(config.text)
}

/** Makes an empty repository without a work tree, as `git init --bare` does without templates. */
export async function makeBareRepository(git_dir: string, format: string): Promise<void> {
  const is_plain = format === "sha1"
  const extension = is_plain ? "" : `[extensions]\n\tobjectformat = ${format}\n`
  await mkdir(join(git_dir, "objects", "info"), { recursive: true })
  await mkdir(join(git_dir, "refs"))
  await writeFile(join(git_dir, "HEAD"), "ref: refs/heads/none\n")
  const core = `[core]\n\trepositoryformatversion = ${is_plain ? 0 : 1}\n\tbare = true\n`
  await writeFile(join(git_dir, "config"), core + extension)
}
