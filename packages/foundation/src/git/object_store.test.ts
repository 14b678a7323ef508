import { appendFile, realpath, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { requireGit } from "./git.ts"
import { gitProcesses } from "./git_processes.fixture.ts"
import { objectStoreOf } from "./object_store.ts"
import { repositoryWith } from "./repository.fixture.ts"

async function asGitTells(root: string) {
  const asked = ["--show-object-format", "--path-format=absolute", "--git-path", "objects"]
  const [format, objects] = (await requireGit(root, ["rev-parse", ...asked])).split("\n")
  return { format, objects }
}

describe("the objects of a repository are where git has them", () => {
  it("and git is not asked where it laid the repository out itself", async () => {
    const root = await realpath(await repositoryWith({ "src/a.txt": "1\n" }))
    const expected = await asGitTells(root)
    const started = gitProcesses()
    expect(await objectStoreOf(root)).toMatchObject(expected)
    expect(started.count()).toBe(0)
    expect(await objectStoreOf(join(root, "src"))).toMatchObject(expected)
  })

  it("in another work tree, with SHA-256 ids, and behind a folder that only looks like a repository", async () => {
    const root = await realpath(await repositoryWith({ "src/a.txt": "1\n" }))
    const tree = join(root, "tree")
    await requireGit(root, ["worktree", "add", "--quiet", tree])
    const other = await realpath(await folderWith({}))
    await requireGit(other, ["init", "--quiet", "--object-format=sha256"])
    const fake = await folderWith({ "sub/.git/config": "", "sub/.git/HEAD": "no reference" })
    await requireGit(fake, ["init", "--quiet"])
    for (const folder of [tree, other, await realpath(join(fake, "sub"))])
      expect(await objectStoreOf(folder)).toMatchObject(await asGitTells(folder))
  })

  it("and where the repository shares those of another, or has extensions", async () => {
    const root = await realpath(await repositoryWith({ "a.txt": "1\n" }))
    const other = await realpath(await repositoryWith({ "a.txt": "1\n" }))
    await writeFile(join(root, ".git/commondir"), join(other, ".git"))
    expect(await objectStoreOf(root)).toMatchObject({ objects: join(other, ".git/objects") })
    await appendFile(join(other, ".git/config"), "[extensions]\n\tnoop = true\n")
    expect(await objectStoreOf(other)).toMatchObject(await asGitTells(other))
  })
})
