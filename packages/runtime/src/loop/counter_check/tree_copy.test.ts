import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { makeTreeCopy } from "./tree_copy.ts"

it("holds the work tree as it is, with small ignored files", async () => {
  const root = await repositoryWith({ ".gitignore": ".env\n", "a.txt": "1", "b.txt": "1" })
  await addFiles(root, { "a.txt": "2", "new/c.txt": "1", ".env": "A=1" })
  await rm(join(root, "b.txt"))
  const copy = await makeTreeCopy(root)
  const names = (await readdir(copy.root)).filter((name) => name !== ".git").toSorted()
  expect(names).toEqual([".env", ".gitignore", "a.txt", "new"])
  expect(await readFile(join(copy.root, "a.txt"), "utf8")).toBe("2")
  await copy.remove()
})

it("writes nothing through a link of the commit", async () => {
  const outside = await folderWith({ "x.txt": "theirs" })
  const root = await repositoryWith({ "a.txt": "1" })
  await symlink(outside, join(root, "shared"))
  await requireGit(root, ["add", "-A"])
  await requireGit(root, ["commit", "-qm", "link"])
  await rm(join(root, "shared"))
  await mkdir(join(root, "shared/node_modules/p"), { recursive: true })
  await addFiles(root, { "shared/x.txt": "ours" })
  await expect(makeTreeCopy(root)).rejects.toThrow("lies behind a link")
  expect(await readFile(join(outside, "x.txt"), "utf8")).toBe("theirs")
  expect(await readdir(outside)).toEqual(["x.txt"])
})
