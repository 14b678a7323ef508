import { execFileSync } from "node:child_process"
import { chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { lenientText } from "./change_set.ts"
import { commitPaths } from "./commit_paths.ts"
import { git, GitError, initRepository } from "./git.ts"
import { mergeBase } from "./merge_base.ts"
import { type GitChange, rangeChange, workingChange } from "./working_change.ts"

const large = Buffer.alloc(2 * 2 ** 20 + 1, "x")

async function repositoryWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}

const told = ({ files }: GitChange) =>
  files.map(({ path, before, after }) => [path, lenientText(before), lenientText(after)])

async function commitAll(root: string): Promise<void> {
  await git(root, ["add", "--all", "."])
  await git(root, ["commit", "--quiet", "--message", "next"])
}

describe("what changed", () => {
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

  it("leaves out symbolic links, submodules and repositories within, and takes a side that is one for absent", async () => {
    const root = await repositoryWith({ "to link.txt": "1", "folder/a.txt": "1", "other.txt": "1" })
    const outside = await folderWith({ "a.txt": "secret" })
    await symlink("other.txt", join(root, "from link.txt"))
    await git(root, ["add", "from link.txt"])
    await git(root, ["commit", "--quiet", "--message", "link"])
    await rm(join(root, "from link.txt"))
    await rm(join(root, "to link.txt"))
    await rm(join(root, "folder"), { recursive: true })
    await addFiles(root, { "from link.txt": "file", "nested/x.txt": "x" })
    await symlink("other.txt", join(root, "to link.txt"))
    await symlink("other.txt", join(root, "new link.txt"))
    await symlink(outside, join(root, "folder"))
    await initRepository(join(root, "nested"))
    await commitPaths(join(root, "nested"), ["x.txt"], "nested")
    const expected = [
      ["folder/a.txt", "1", null],
      ["from link.txt", null, "file"],
      ["to link.txt", "1", null],
    ]
    expect(told(await workingChange(root))).toEqual(expected)
    await commitAll(root)
    expect((await git(root, ["ls-files", "--stage", "nested"])).stdout).toMatch(/^160000/)
    expect(told(await rangeChange(root, "HEAD~1", "HEAD"))).toEqual(expected)
  })

  it("says what it skipped: too large on one side, or a name that is no UTF-8", async () => {
    const root = await repositoryWith({
      "was large.txt": large,
      "limit.txt": large.subarray(1),
      "a.txt": "1",
    })
    await addFiles(root, { "was large.txt": "1", "is large.txt": large, "limit.txt": "2", "a.txt": large })
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad `), Buffer.from([0xff])]), "x")
    const skipped = [
      { path: "a.txt", reason: "too_large" },
      { path: "bad \ufffd", reason: "unreadable" },
      { path: "is large.txt", reason: "too_large" },
      { path: "was large.txt", reason: "too_large" },
    ]
    const change = await workingChange(root)
    expect(change.skipped).toEqual(skipped)
    expect(change.files.map(({ path, after }) => [path, after?.length])).toEqual([["limit.txt", 1]])
    await commitAll(root)
    expect((await rangeChange(root, "HEAD~1", "HEAD")).skipped).toEqual(skipped)
  })

  it("takes names literally", async () => {
    const names = [
      " x ",
      "*.txt",
      "-rf",
      ":(top)",
      "a\\b",
      "new\nline",
      "quote\"'",
      "tab\t",
      "ä🙂",
    ].toSorted()
    const root = await repositoryWith(Object.fromEntries(names.map((name) => [name, "1"])))
    await addFiles(root, Object.fromEntries(names.map((name) => [name, "2"])))
    const expected = names.map((name) => [name, "1", "2"])
    expect(told(await workingChange(root))).toEqual(expected)
    await commitAll(root)
    expect(told(await rangeChange(root, "HEAD~1", "HEAD"))).toEqual(expected)
  })
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

  it("may be the end of a shallow clone", async () => {
    const origin = await repositoryWith({ "a.txt": "1" })
    await addFiles(origin, { "a.txt": "2" })
    await commitAll(origin)
    const root = join(await folderWith(), "clone")
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${origin}`, root])
    await addFiles(root, { "a.txt": "3" })
    expect(told(await workingChange(root))).toEqual([["a.txt", "2", "3"]])
    await expect(workingChange(root, "HEAD~1")).rejects.toThrow(GitError)
    expect(await mergeBase(root, "HEAD", "HEAD~1")).toBeNull()
  })

  it("must be there, and is no option", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    for (const reference of ["nope", "--output=/tmp/proofloop-owned", "", "HEAD:a.txt"]) {
      await expect(workingChange(root, reference)).rejects.toThrow(GitError)
      await expect(rangeChange(root, reference, "HEAD")).rejects.toThrow(GitError)
    }
    await expect(workingChange(await folderWith())).rejects.toThrow(GitError)
  })

  it("may be where two branches grew apart", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    const first = (await git(root, ["rev-parse", "HEAD"])).stdout.trim()
    await git(root, ["checkout", "--quiet", "-b", "other"])
    await addFiles(root, { "b.txt": "1" })
    await commitAll(root)
    await git(root, ["checkout", "--quiet", "main"])
    await mkdir(join(root, "c"))
    await addFiles(root, { "c/c.txt": "1" })
    await commitAll(root)
    expect(await mergeBase(root, "main", "other")).toBe(first)
    expect(await mergeBase(root, "main", "nope")).toBeNull()
  })
})
