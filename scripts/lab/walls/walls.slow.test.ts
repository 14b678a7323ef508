import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commandOf } from "./command.ts"
import { walls } from "./walls.ts"

test.each(walls)("$name: $about", { timeout: 1_200_000 }, async ({ attempt }) => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop wall "))
  const here = await commandOf(fileURLToPath(new URL("../../..", import.meta.url)))
  expect(await attempt(here, folder)).toMatchObject({ holds: true })
  await rm(folder, { recursive: true, force: true })
})
