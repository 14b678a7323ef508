import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { temporaryFolder } from "../files/temporary_folder.ts"
import { removeAbandonedTrees } from "./abandoned_trees.ts"
import { checkOut, ownerOfTree } from "./check_out.ts"
import { requireGit } from "./git.ts"
import { repositoryWith } from "./repository.fixture.ts"

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid
}

test("a tree names the process it belongs to, and nothing else is taken for one", async () => {
  const root = await repositoryWith({ "a.txt": "a\n" })
  const tree = await checkOut(root, "HEAD")
  expect(ownerOfTree(tree.root)?.pid).toBe(process.pid)
  expect(ownerOfTree(join(tree.root, "a"))).toBeNull()
  expect(ownerOfTree("/tmp/proofloop-tree-abcdef/tree")).toBeNull()
  await tree.remove()
})

test("the trees of ended processes are taken away, also half made ones; those of living ones and of others stay", async () => {
  const root = await repositoryWith({ "a.txt": "a\n" })
  const own = await temporaryFolder("tree")
  onTestFinished(() => rm(own, { recursive: true }))
  const pid = deadProcess()
  const dead = join(own.replace(/-\d+\.\d*-\w{6}$/, `-${pid}.-AbCdEf`), "tree")
  const gone = join(own.replace(/-\d+\.\d*-\w{6}$/, `-${pid}.7-AbCdEf`), "tree")
  const foreign = join(await mkdtemp(join(dirname(own), "somebodys-")), "tree")
  for (const path of [dead, gone, foreign]) await requireGit(root, ["worktree", "add", "--detach", path])
  await requireGit(root, ["worktree", "lock", dead])
  // The state that a process leaves when it is killed while a test runs.
  await rm(join(dead, ".git"))
  await rm(dirname(gone), { recursive: true })
  const living = await checkOut(root, "HEAD")
  const left = await removeAbandonedTrees(root)
  expect(left).toHaveLength(3)
  expect(left).toEqual(
    expect.arrayContaining([
      { path: root, branch: "refs/heads/main" },
      { path: foreign, branch: null },
      { path: living.root, branch: null },
    ]),
  )
  const listed = await requireGit(root, ["worktree", "list"])
  expect(listed.trim().split("\n")).toHaveLength(3)
  expect(existsSync(dirname(dead))).toBe(false)
  await living.remove()
  await rm(dirname(foreign), { recursive: true })
})

test("a work tree whose folder is not there now is left registered", async () => {
  const root = await repositoryWith({ "a.txt": "a\n" })
  const away = join(root, "..", `proofloop away ${process.pid}`)
  await requireGit(root, ["worktree", "add", "--detach", away])
  await rm(away, { recursive: true })
  await mkdir(join(root, "b"))
  const left = await removeAbandonedTrees(join(root, "b"))
  expect(left).toHaveLength(2)
})

test("a tree takes its note in the repository with it, and nothing that was written into it", async () => {
  const root = await repositoryWith({ "a.txt": "a\n" })
  const other = await repositoryWith({ "a.txt": "a\n" })
  await requireGit(other, ["worktree", "add", "--quiet", "--detach", join(other, "tree")])
  const tree = await checkOut(root, "HEAD")
  const [missing, folder] = [await checkOut(root, "f".repeat(40)), join(root, ".git/worktrees")]
  expect([tree.has_commit, missing.has_commit]).toEqual([true, false])
  expect(await readdir(folder)).toHaveLength(1)
  await writeFile(join(tree.root, ".git"), `gitdir: ${join(other, ".git/worktrees/tree")}\n`)
  await tree.remove()
  await missing.remove()
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(join(other, ".git/worktrees"))).toEqual(["tree"])
})
