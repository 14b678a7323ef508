import { git } from "@proofloop/foundation/git"
import { exampleRepository } from "../example_repository.ts"

/** A discount that is added, and one promise that must not get lost when it is repaired. */
const FILES = {
  "src/price.mjs": `/** The price after a discount. See docs/prices.md. */
export function discount(price, percent) {
  if (percent > 100) throw new RangeError("a discount is at most 100 %")
  return price + (price * percent) / 100
}
`,
  "tests/price.test.mjs": `import assert from "node:assert"
import test from "node:test"
import { discount } from "../src/price.mjs"

test("no discount leaves the price as it is", () => {
  assert.equal(discount(100, 0), 100)
})
`,
  "docs/prices.md": `# Prices

\`discount(price, percent)\` is the price less that part of it. A discount above 100 percent is refused with a RangeError.
`,
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
}

export interface Shop {
  /** The work tree, on `main`. */
  readonly root: string
  /** The bare repository behind the forge, with `main` and `next`. */
  readonly bare: string
}

/** A git repository with a bug, and a bare copy of it as its forge. */
export async function brokenShop(): Promise<Shop> {
  const root = await exampleRepository("shop", FILES)
  const bare = `${root}.git`
  await git(root, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await git(root, ["push", "--quiet", bare, "main", "main:next"])
  return { root, bare }
}
