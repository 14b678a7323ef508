import { utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { lenientText } from "./change_set.ts"
import { commitPaths } from "./commit_paths.ts"
import { diffSince } from "./diff.ts"
import { initRepository, requireGit } from "./git.ts"
import { workingChange } from "./working_change.ts"
import { workspaceDigest } from "./workspace_digest.ts"

export async function repository(): Promise<string> {
  const root = await folderWith({ "a.txt": "1\n", "b.txt": "1\n" })
  await initRepository(root)
  await commitPaths(root, ["a.txt", "b.txt"], "first")
  return root
}

const since = new Date(2020, 1, 1)

/** Ways to hide an edit of a.txt from git, for anyone with a shell in the repository. */
export const hiding = {
  "assume-unchanged": (root: string) => requireGit(root, ["update-index", "--assume-unchanged", "a.txt"]),
  "skip-worktree": (root: string) => requireGit(root, ["update-index", "--skip-worktree", "a.txt"]),
  "a clean filter": async (root: string) => {
    await requireGit(root, ["config", "filter.same.clean", "echo 1"])
    await addFiles(root, { ".git/info/attributes": "a.txt filter=same\n" })
  },
  "stat fields that do not count": async (root: string) => {
    await requireGit(root, ["config", "core.checkStat", "minimal"])
    await requireGit(root, ["config", "core.trustctime", "false"])
    await utimes(join(root, "a.txt"), since, since)
    await requireGit(root, ["update-index", "--refresh"])
  },
  "taken from the index and excluded": async (root: string) => {
    await requireGit(root, ["rm", "--cached", "--quiet", "a.txt"])
    await addFiles(root, { ".git/info/exclude": "a.txt\n" })
  },
  "a setting that ignores": async (root: string) => {
    await addFiles(root, { ".git/ignored": "a.txt\n" })
    await requireGit(root, ["config", "core.excludesFile", join(root, ".git/ignored")])
    await requireGit(root, ["rm", "--cached", "--quiet", "a.txt"])
  },
} satisfies Readonly<Record<string, (root: string) => Promise<unknown>>>

/** The change, the diff and the digest see the edit of a.txt although it was hidden. */
export async function expectSeen(hide: (root: string) => Promise<unknown>): Promise<void> {
  const root = await repository()
  const before = await workspaceDigest(root)
  await hide(root)
  await writeFile(join(root, "a.txt"), "2\n")
  await utimes(join(root, "a.txt"), since, since)
  const { files } = await workingChange(root)
  expect(files.map(({ path, after }) => [path, lenientText(after)])).toEqual([["a.txt", "2\n"]])
  expect(await diffSince(root, "HEAD")).toContain("+2\n")
  expect(await workspaceDigest(root)).not.toBe(before)
}
