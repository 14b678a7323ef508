import { existsSync } from "node:fs"
import { rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { lenientText } from "./change_set.ts"
import { checkOut } from "./check_out.ts"
import { commitPaths } from "./commit_paths.ts"
import { diffSince } from "./diff.ts"
import { git, initRepository, requireGit } from "./git.ts"
import { listTree } from "./tree.ts"
import { rangeChange, workingChange } from "./working_change.ts"
import { workspaceDigest } from "./workspace_digest.ts"

async function repository(): Promise<string> {
  const root = await folderWith({ "a.txt": "1\n", "b.txt": "1\n" })
  await initRepository(root)
  await commitPaths(root, ["a.txt", "b.txt"], "first")
  return root
}

const since = new Date(2020, 1, 1)

/** What whoever has a shell in a repository can do so that git does not see an edit of a.txt. */
const hiding: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  "assume-unchanged": (root) => requireGit(root, ["update-index", "--assume-unchanged", "a.txt"]),
  "skip-worktree": (root) => requireGit(root, ["update-index", "--skip-worktree", "a.txt"]),
  "a clean filter": async (root) => {
    await requireGit(root, ["config", "filter.same.clean", "echo 1"])
    await addFiles(root, { ".git/info/attributes": "a.txt filter=same\n" })
  },
  "stat fields that do not count": async (root) => {
    await requireGit(root, ["config", "core.checkStat", "minimal"])
    await requireGit(root, ["config", "core.trustctime", "false"])
    await utimes(join(root, "a.txt"), since, since)
    await requireGit(root, ["update-index", "--refresh"])
  },
  "taken from the index and excluded": async (root) => {
    await requireGit(root, ["rm", "--cached", "--quiet", "a.txt"])
    await addFiles(root, { ".git/info/exclude": "a.txt\n" })
  },
  "a setting that ignores": async (root) => {
    await addFiles(root, { ".git/ignored": "a.txt\n" })
    await requireGit(root, ["config", "core.excludesFile", join(root, ".git/ignored")])
    await requireGit(root, ["rm", "--cached", "--quiet", "a.txt"])
  },
}

describe.each(Object.entries(hiding))("an edit hidden by %s", (_name, hide) => {
  it("is seen by the change, the diff, the listing and the digest", async () => {
    const root = await repository()
    const before = await workspaceDigest(root)
    await hide(root)
    await writeFile(join(root, "a.txt"), "2\n")
    await utimes(join(root, "a.txt"), since, since)
    const { files } = await workingChange(root)
    expect(files.map(({ path, after }) => [path, lenientText(after)])).toEqual([["a.txt", "2\n"]])
    expect(await diffSince(root, "HEAD")).toContain("+2\n")
    expect(await workspaceDigest(root)).not.toBe(before)
  })
})

it("a file that is marked to be skipped and is there is listed", async () => {
  const root = await repository()
  await requireGit(root, ["update-index", "--skip-worktree", "a.txt", "b.txt"])
  await rm(join(root, "b.txt"))
  expect(await listTree(root)).toEqual(["a.txt"])
})

describe("a repository whose configuration names commands", () => {
  it("has none of them run", async () => {
    const root = await repository()
    const mark = join(await folderWith(), "ran")
    const command = `sh -c 'echo "$0" >> "${mark}"; cat' `
    const settings = [
      ...["clean", "smudge", "process"].map((kind) => `filter.x.${kind}`),
      "diff.x.command",
      "diff.x.textconv",
      "diff.external",
      "merge.x.driver",
      "core.fsmonitor",
      "core.sshCommand",
      "core.askPass",
      "credential.helper",
      "core.pager",
      "core.editor",
    ]
    for (const name of settings) await requireGit(root, ["config", name, `${command}${name}`])
    await requireGit(root, ["config", "filter.x.required", "true"])
    await addFiles(root, {
      ".gitattributes": "* filter=x diff=x merge=x\n",
      "a.txt": "2\n",
      "new.txt": "new\n",
      ".git/hooks/pre-commit": `#!/bin/sh\n${command}hook\n`,
    })
    expect((await workingChange(root)).files.map(({ path }) => path)).toEqual([
      ".gitattributes",
      "a.txt",
      "new.txt",
    ])
    expect(await diffSince(root, "HEAD")).toContain("+2\n")
    expect(await workspaceDigest(root)).toMatch(/^[0-9a-f]{64}$/)
    expect(await listTree(root)).toContain("new.txt")
    await commitPaths(root, ["a.txt", ".gitattributes", "new.txt"], "second")
    expect((await rangeChange(root, "HEAD~1", "HEAD")).files).toHaveLength(3)
    const checked_out = await checkOut(root, "HEAD")
    expect(await listTree(checked_out.root)).toEqual([".gitattributes", "a.txt", "b.txt", "new.txt"])
    await checked_out.remove()
    await git(root, ["checkout", "--quiet", "-b", "other", "HEAD~1"])
    await addFiles(root, { "a.txt": "3\n" })
    await commitPaths(root, ["a.txt"], "third")
    expect((await git(root, ["merge", "--no-edit", "main"])).exit_code).toBe(1)
    expect(existsSync(mark)).toBe(false)
  })
})
