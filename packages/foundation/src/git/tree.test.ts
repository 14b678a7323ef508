import { mkdir, realpath } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { requireGit } from "./git.ts"
import { gitProcesses } from "./git_processes.fixture.ts"
import { repositoryWith } from "./repository.fixture.ts"
import { listTree } from "./tree.ts"

it("lists a repository with one process, whatever its patterns ignore at the top", async () => {
  const root = await repositoryWith({ ".gitignore": "*\n!*.ts\n", "a.ts": "", "b.md": "" })
  await addFiles(root, { "c.ts": "", "d.md": "" })
  const started = gitProcesses()
  expect(await listTree(root)).toEqual([".gitignore", "a.ts", "b.md", "c.ts"])
  expect(started.unlessWithin(1)).toBe("")
})

it("lists all files of a folder that an outer repository ignores, also with a .git that is no repository", async () => {
  const root = await realpath(await repositoryWith({ ".gitignore": "out/\n" }))
  await addFiles(root, { "out/a.txt": "" })
  expect(await listTree(join(root, "out"))).toEqual(["a.txt"])
  await mkdir(join(root, "out/.git"))
  expect(await listTree(join(root, "out"))).toEqual(["a.txt"])
})

it("lists the files of the root where its repository names another work tree", async () => {
  const root = await repositoryWith({ "a.txt": "" })
  const elsewhere = await folderWith({ "b.txt": "" })
  await requireGit(root, ["config", "core.worktree", elsewhere])
  expect(await listTree(root)).toEqual(["a.txt"])
})
