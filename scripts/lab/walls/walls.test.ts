import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commandOf } from "./command.ts"
import { movedBase } from "./moved_base.ts"

test("a wall is tried by processes of the command, and tells what was seen", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop wall "))
  const here = await commandOf(fileURLToPath(new URL("../../..", import.meta.url)))
  expect(await movedBase.attempt(here, folder)).toEqual({
    holds: true,
    evidence: "exit 0, fix-pr-open, its branch stands on what the base is now",
  })
  await rm(folder, { recursive: true, force: true })
})

test("a folder that is no checkout is refused", async () => {
  await expect(commandOf(tmpdir())).rejects.toThrow("--before: no checkout of proofloop in")
})
