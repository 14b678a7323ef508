import { cp, mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { SHOP } from "../world/shop.ts"

const FILES = {
  ...SHOP,
  "packages/price/index.js": SHOP["packages/price/index.js"].replace("price - (price", "price + (price"),
  "package.json": '{ "type": "module", "private": true, "scripts": { "test": "node --test" } }\n',
  "packages/cart/total.test.js": `import assert from "node:assert"
import test from "node:test"
import { total } from "./index.js"

test("a discount is taken off", () => {
  assert.equal(total([100], 10), 90)
})
`,
}

/** Bare repositories of one shop with a bug, by their names on a forge, "acme/shop-001" and so on. */
export async function makeShops(folder: string, count: number): Promise<ReadonlyMap<string, string>> {
  const [work, first] = [join(folder, "work"), join(folder, "first.git")]
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(work, path)), { recursive: true })
    await writeFile(join(work, path), content)
  }
  await initRepository(work)
  await commitPaths(work, Object.keys(FILES), "first")
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", first])
  await requireGit(work, ["push", "--quiet", first, "main"])
  const shops = new Map<string, string>()
  for (let number = 1; number <= count; number += 1) {
    const name = `shop-${String(number).padStart(3, "0")}`
    const bare = join(folder, `${name}.git`)
    await cp(first, bare, { recursive: true })
    shops.set(`acme/${name}`, bare)
  }
  return shops
}
