import { execFileSync } from "node:child_process"
import { mkdir, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { commitPaths } from "./commit_paths.ts"
import { git, GitError, initRepository } from "./git.ts"
import { mergeBase } from "./merge_base.ts"
import { repositoryWith, told, commitAll } from "./working_change.fixture.ts"
import { rangeChange, workingChange } from "./working_change.ts"

const large = Buffer.alloc(2 * 2 ** 20 + 1, "x")

describe("what changed", () => {
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

  it("says what it skipped: too large on one side, or a name that is not UTF-8", async () => {
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
