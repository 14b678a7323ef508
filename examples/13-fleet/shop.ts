import { dirname, join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { exampleRepository } from "../example_repository.ts"

const FILES = {
  "src/price.mjs": `/** The price after a discount in percent. */
export function discount(price, percent) {
  return price + (price * percent) / 100
}
`,
  "tests/price.test.mjs": `import assert from "node:assert"
import test from "node:test"
import { discount } from "../src/price.mjs"

test("a discount is taken off the price", () => assert.equal(discount(100, 10), 90))
`,
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test tests/*.mjs" } }\n',
  "README.md": "# Shop\n",
}

/** Bare repositories with a bug on `main`, side by side in one folder. */
export async function brokenShops<Name extends string>(
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  const root = await exampleRepository("work", FILES)
  const made = names.map((name) => [name, join(dirname(root), `${name}.git`)] as const)
  for (const [, bare] of made) {
    await requireGit(root, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
    await requireGit(root, ["push", "--quiet", bare, "main"])
  }
  return Object.fromEntries(made) as Record<Name, string>
}
