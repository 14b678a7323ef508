import { rename } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { ignoredWrites } from "./ignored_writes.ts"
import { repositoryWith } from "./repository.fixture.ts"

it("names what git ignores and was written to meanwhile", async () => {
  const root = await repositoryWith({ ".gitignore": "dist/\nout/\n*.pyc\nold/\n" })
  await addFiles(root, { "old/a.js": "", "dist/old.js": "", "next/a.js": "", "next/b/c.js": "" })
  await wait(20)
  const since_ms = Date.now()
  await wait(20)
  await addFiles(root, { "dist/a.js": "", "dist/b/c.js": "", "src/x.pyc": "", "src/x.py": "" })
  await rename(join(root, "next"), join(root, "out"))
  await wait(20)
  const until_ms = Date.now()
  await wait(20)
  await addFiles(root, { "late.pyc": "" })
  expect(await ignoredWrites(root, { since_ms, until_ms })).toEqual([
    "dist/ (2 files)",
    "out/ (2 files)",
    "src/x.pyc",
  ])
  expect(await ignoredWrites(await folderWith({}), { since_ms, until_ms })).toBeNull()
})
