import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { repositoryWith } from "../../../packages/foundation/src/git/repository.fixture.ts"
import type { Carried } from "./carried.ts"
import { world } from "./world.ts"

/** A small repository of two packages, as the scenarios of `fixtures` expect it. */
const SHOP = {
  "package.json": '{ "type": "module", "private": true, "scripts": { "test": "node --test" } }\n',
  "packages/price/index.js":
    "export function discount(price, percent) {\n  return price - (price * percent) / 100\n}\n",
  "packages/cart/index.js": `import { discount } from "../price/index.js"

export function total(prices, percent) {
  return prices.reduce((sum, price) => sum + discount(price, percent), 0)
}
`,
}
const CART_TEST = `import assert from "node:assert"
import test from "node:test"
import { total } from "./index.js"

test("a discount is taken off", () => {
  assert.equal(total([100], 10), 90)
})
`

async function carried(name: string, files: Readonly<Record<string, string>>) {
  const scenario = fileURLToPath(new URL(`fixtures/${name}.yaml`, import.meta.url))
  const asked = { repository: await repositoryWith(files), scenario, unsafe_host_runner: true, keep: false }
  const { passed, data } = await world(asked)
  const { steps, end, merged_files } = data as Carried
  return { passed, end, merged_files, steps: steps.map((step) => [step.name, step.ended]) }
}

test("feedback is carried to its verified end by a killed process and a fresh clone", async () => {
  expect(await carried("shop_feedback", SHOP)).toEqual({
    passed: true,
    end: "closed",
    merged_files: ["packages/cart/total.test.js", "packages/price/index.js"],
    steps: [
      ["add in first", 0],
      ["process in first", "SIGKILL"],
      ["process in second", 0],
      ["verify in second", 0],
      ["show in second", 0],
    ],
  })
})

test("a run is carried to its merged end by a killed process and a fresh clone", async () => {
  const { end, ...rest } = await carried("shop_run", { ...SHOP, "packages/cart/total.test.js": CART_TEST })
  expect(rest).toEqual({
    passed: true,
    merged_files: ["README.md", "packages/price/index.js"],
    steps: [
      ["run", "SIGKILL"],
      ["status", 0],
      ["resume in a fresh clone", 3],
      ["status", 0],
      ["resume after the merge", 0],
      ["status", 0],
    ],
  })
  expect(end).toMatch(/merged and verified.*T001-S01 completed.*T001-S02 completed/)
})
