import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { openCheckpoint } from "./checkpoint.ts"

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
