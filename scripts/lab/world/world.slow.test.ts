import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../packages/foundation/src/git/repository.fixture.ts"
import { carry } from "./carry.ts"
import { loadScenario } from "./scenario.ts"
import { SHOP } from "./shop.ts"

test("feedback is carried to its verified end by a killed process and a fresh clone", async () => {
  const repository = await repositoryWith(SHOP)
  const folder = join(await folderWith(), "places")
  await mkdir(folder)
  const scenario = loadScenario(fileURLToPath(new URL("fixtures/shop.yaml", import.meta.url)))
  const { steps, row, merged_files } = await carry(scenario, repository, folder, ["--unsafe-host-runner"])
  expect(steps.map(({ name, ended }) => [name, ended])).toEqual([
    ["add in first", 0],
    ["process in first", "SIGKILL"],
    ["process in second", 0],
    ["verify in second", 0],
    ["show in second", 0],
  ])
  expect(row).toMatchObject({ state: "closed", error: null })
  expect(row.notes.map(({ transition }) => transition).at(-1)).toBe("verified → closed")
  expect(merged_files).toEqual(["packages/cart/total.test.js", "packages/price/index.js"])
})
