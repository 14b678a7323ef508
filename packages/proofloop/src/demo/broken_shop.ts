import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"

/** Makes a git repository whose tests fail for a reason outside the tested file. */
export async function createBrokenShop(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await initRepository(folder)
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await commitPaths(folder, Object.keys(FILES), "Add the shop")
}

const FILES: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "corner-shop",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/catalogue.js": `/** Prices in euros. */
export const prices = new Map([
  ["tea", 4.5],
  ["kettle", 49.95],
  ["tin", 0.1],
])
`,
  "src/delivery.js": `const FREE_FROM = 100
const FLAT_FEE = 4.9

/** Orders of 100.00 and more are delivered free. */
export function deliveryFee(subtotal) {
  return subtotal > FREE_FROM ? 0 : FLAT_FEE
}
`,
  "src/order.js": `import { prices } from "./catalogue.js"
import { deliveryFee } from "./delivery.js"

/** What a customer pays for { name: quantity }, delivery included. */
export function orderTotal(items) {
  let subtotal = 0
  for (const [name, quantity] of Object.entries(items)) subtotal += prices.get(name) * quantity
  const total = subtotal + deliveryFee(subtotal)
  return Math.round(total * 100) / 100
}
`,
  "test/order.test.js": `import assert from "node:assert/strict"
import { test } from "node:test"
import { orderTotal } from "../src/order.js"

test("a small order pays for delivery", () => {
  assert.equal(orderTotal({ tea: 2 }), 13.9)
})

test("cents add up", () => {
  assert.equal(orderTotal({ tea: 1, tin: 3 }), 9.7)
})

test("a large order is delivered free", () => {
  assert.equal(orderTotal({ kettle: 3 }), 149.85)
})

test("an order of exactly 100.00 is delivered free", () => {
  assert.equal(orderTotal({ kettle: 2, tin: 1 }), 100)
})
`,
}
