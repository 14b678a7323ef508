import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { openCheckpoint } from "./checkpoint.ts"
import { commitPaths } from "./commit_paths.ts"
import { initRepository, requireGit } from "./git.ts"
import { gitProcesses } from "./git_processes.fixture.ts"

it("sees the first commit of a repository that had none", async () => {
  const root = await folderWith({})
  await initRepository(root)
  const checkpoint = await openCheckpoint(root)
  await writeFile(join(root, "a.json"), "{")
  await commitPaths(root, ["a.json"], "first")
  expect(await checkpoint.change()).toMatchObject({ files: [{ path: "a.json", before: null }] })
})

it("does not take a file that has grown too large for one that is gone", async () => {
  const root = await folderWith({})
  await initRepository(root)
  const checkpoint = await openCheckpoint(root)
  await writeFile(join(root, "a.json"), "{}")
  checkpoint.accept(await checkpoint.change())
  await writeFile(join(root, "a.json"), " ".repeat(2 ** 21 + 1))
  expect(await checkpoint.change()).toEqual({ files: [] })
})

it("starts at an earlier tree, whatever was committed since", async () => {
  const root = await folderWith({ "a.json": "1" })
  await initRepository(root)
  await commitPaths(root, ["a.json"], "first")
  const tree = (await requireGit(root, ["rev-parse", "HEAD^{tree}"])).trim()
  await writeFile(join(root, "a.json"), "2")
  await commitPaths(root, ["a.json"], "second")
  const checkpoint = await openCheckpoint(root, tree)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const files = [{ path: "a.json", before: bytes("1"), after: bytes("2") }]
  expect(JSON.stringify(await checkpoint.change())).toBe(
    JSON.stringify({
      files: files.map((file) => ({
        ...file,
        before: Buffer.from(file.before),
        after: Buffer.from(file.after),
      })),
    }),
  )
})

it("looks at files, index and patterns in each reading, and starts no more than three processes for one", async () => {
  const root = await folderWith({ "a.txt": "1", ".gitignore": "*.log\n" })
  await initRepository(root)
  await commitPaths(root, ["a.txt", ".gitignore"], "first")
  const checkpoint = await openCheckpoint(root)
  const seen = async () => (await checkpoint.change()).files.map(({ path }) => path)
  await writeFile(join(root, "b.log"), "1")
  expect(await seen()).toEqual([])
  await requireGit(root, ["add", "--force", "b.log"])
  expect(await seen()).toEqual(["b.log"])
  await writeFile(join(root, ".gitignore"), "")
  await writeFile(join(root, "c.log"), "1")
  const started = gitProcesses()
  expect(await seen()).toEqual([".gitignore", "b.log", "c.log"])
  expect(started.unlessWithin(3)).toBe("")
  await requireGit(root, ["commit", "--quiet", "--all", "--message=own"])
  await writeFile(join(root, "a.txt"), "2")
  expect(await seen()).toEqual([".gitignore", "a.txt", "b.log", "c.log"])
})
