import { chmod, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { git, GitError, initRepository, requireGit } from "./git.ts"
import { repositoryWith, told, commitAll } from "./working_change.fixture.ts"
import { rangeChange, workingChange } from "./working_change.ts"

describe("what changed", () => {
  it("is without untracked files of package managers where that is asked for; tracked ones count", async () => {
    const root = await repositoryWith({ "a.txt": "1", "node_modules/mine/b.txt": "1" })
    await addFiles(root, {
      "a.txt": "2",
      "node_modules/mine/b.txt": "2",
      "node_modules/c/d.txt": "new",
      "node_modules/c/node_modules/e/f.txt": "new",
      "web/.venv/pyvenv.cfg": "",
      "web/.venv/lib/g.py": "",
      "web/h.py": "new",
    })
    const { installed, ...change } = await workingChange(root, "HEAD", { without_installed: true })
    expect(told({ ...change })).toEqual([
      ["a.txt", "1", "2"],
      ["node_modules/mine/b.txt", "1", "2"],
      ["web/h.py", null, "new"],
    ])
    expect([...installed]).toEqual([
      ["node_modules", 2],
      ["web/.venv", 2],
    ])
    expect((await workingChange(root)).files).toHaveLength(7)
  })

  it("is everything but what git ignores, staged or not, both in the work tree and in commits", async () => {
    const root = await repositoryWith({
      ".gitignore": "*.log\n",
      "edited.txt": "1",
      "staged.txt": "1",
      "gone.txt": "1",
      "moved.txt": "same content",
      "mode.sh": "1",
      "same.txt": "1",
      "unstaged but here.txt": "1",
      "binary.bin": Buffer.from([0, 1, 255]),
      "sub/deep/a.txt": "1",
    })
    await addFiles(root, {
      "edited.txt": "2",
      "staged.txt": "2",
      "x.log": "ignored",
      ".proofloop/patches/x": "ours",
      "new/file.txt": "n",
      "binary.bin": Buffer.from([0, 2]),
      "sub/deep/a.txt": "2",
    })
    await git(root, ["add", "staged.txt"])
    await git(root, ["rm", "--cached", "--quiet", "unstaged but here.txt"])
    await rm(join(root, "gone.txt"))
    await rename(join(root, "moved.txt"), join(root, "moved here.txt"))
    await chmod(join(root, "mode.sh"), 0o755)
    const status = await git(root, ["status", "--porcelain"])
    const expected = [
      ["binary.bin", "\0\u0001", "\0\u0002"],
      ["edited.txt", "1", "2"],
      ["gone.txt", "1", null],
      ["moved here.txt", null, "same content"],
      ["moved.txt", "same content", null],
      ["new/file.txt", null, "n"],
      ["staged.txt", "1", "2"],
      ["sub/deep/a.txt", "1", "2"],
    ]
    expect(told(await workingChange(root))).toEqual(expected)
    expect(await git(root, ["status", "--porcelain"])).toEqual(status)
    expect(told(await workingChange(join(root, "sub")))).toEqual([["deep/a.txt", "1", "2"]])
    await rm(join(root, ".proofloop"), { recursive: true })
    await commitAll(root)
    expect(told(await workingChange(root))).toEqual([])
    expect(told(await workingChange(root, "HEAD~1"))).toEqual(expected)
    expect(told(await rangeChange(root, "HEAD~1", "HEAD"))).toEqual(expected)
    expect(told(await rangeChange(join(root, "sub"), "HEAD~1", "HEAD"))).toEqual([["deep/a.txt", "1", "2"]])
  })
})

describe("a new file that the user's index would hide is seen", () => {
  const rootWith = async () => {
    const root = await repositoryWith({ "a.txt": "1", "src/b.txt": "1" })
    await addFiles(root, { "src/new.txt": "new" })
    return root
  }

  it("in a folder that the index calls a submodule", async () => {
    const root = await rootWith()
    const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    await requireGit(root, ["rm", "--cached", "-r", "--quiet", "src"])
    await requireGit(root, ["update-index", "--add", "--cacheinfo", `160000,${head},src`])
    expect(told(await workingChange(root))).toEqual([["src/new.txt", null, "new"]])
  })

  it("in a folder of the base that is a repository of its own now", async () => {
    const root = await rootWith()
    await requireGit(root, ["rm", "--cached", "-r", "--quiet", "src"])
    await initRepository(join(root, "src"))
    expect(told(await workingChange(root))).toEqual([["src/new.txt", null, "new"]])
  })

  it("behind patterns that only the index has", async () => {
    const root = await rootWith()
    await addFiles(root, { ".gitignore": "new.txt\n" })
    await requireGit(root, ["add", ".gitignore"])
    await requireGit(root, ["update-index", "--skip-worktree", ".gitignore"])
    await rm(join(root, ".gitignore"))
    expect(told(await workingChange(root))).toEqual([["src/new.txt", null, "new"]])
  })
})

it("a file that the index leaves out is no change while nothing stands in its place", async () => {
  const root = await repositoryWith({ a: "1" })
  await requireGit(root, ["update-index", "--skip-worktree", "a"])
  await rm(join(root, "a"))
  expect(told(await workingChange(root))).toEqual([])
  await addFiles(root, { "a/b.txt": "new" })
  expect(told(await workingChange(root))).toEqual([
    ["a", "1", null],
    ["a/b.txt", null, "new"],
  ])
})

it("a file in the place of a submodule is a change", async () => {
  const root = await repositoryWith({ "a.txt": "1" })
  const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await requireGit(root, ["update-index", "--add", "--cacheinfo", `160000,${head},lib`])
  await requireGit(root, ["commit", "--quiet", "--message", "submodule"])
  await addFiles(root, { lib: "file" })
  expect(told(await workingChange(root))).toEqual([["lib", null, "file"]])
})

describe("where it starts", () => {
  it("is nothing in a repository without commits", async () => {
    const root = await folderWith({ "a.txt": "1", "b.txt": "1" })
    await initRepository(root)
    await git(root, ["add", "a.txt"])
    expect(told(await workingChange(root))).toEqual([
      ["a.txt", null, "1"],
      ["b.txt", null, "1"],
    ])
    await expect(workingChange(root, "HEAD~1")).rejects.toThrow(GitError)
  })

  it("must be there, and is not an option", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    for (const reference of ["nope", "--output=/tmp/proofloop-owned", "", "HEAD:a.txt"]) {
      await expect(workingChange(root, reference)).rejects.toThrow(GitError)
      await expect(rangeChange(root, reference, "HEAD")).rejects.toThrow(GitError)
    }
    await expect(workingChange(await folderWith())).rejects.toThrow(GitError)
  })
})
