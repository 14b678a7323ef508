import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../packages/foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../packages/foundation/src/git/repository.fixture.ts"
import { carry } from "./carry.ts"
import { loadScenario, missingPrograms } from "./scenario.ts"

const SHOP = {
  "package.json": '{ "type": "module", "private": true }\n',
  "packages/price/index.js":
    "export function discount(price, percent) {\n  return price - (price * percent) / 100\n}\n",
  "packages/cart/index.js": `import { discount } from "../price/index.js"

export function total(prices, percent) {
  return prices.reduce((sum, price) => sum + discount(price, percent), 0)
}
`,
}

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

test("a scenario says which program is absent, and which field is wrong", async () => {
  const folder = await folderWith({ "wrong.yaml": "name: shop\n" })
  expect(() => loadScenario(join(folder, "wrong.yaml"))).toThrow("feedback")
  expect(() => loadScenario(join(folder, "absent.yaml"))).toThrow("absent.yaml")
  const shop = loadScenario(fileURLToPath(new URL("fixtures/shop.yaml", import.meta.url)))
  expect(missingPrograms({ ...shop, needs: ["node", "no-such-program"] })).toEqual(["no-such-program"])
})
