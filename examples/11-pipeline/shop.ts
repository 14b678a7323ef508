import { requireGit } from "@proofloop/foundation/git"
import { exampleRepository } from "../example_repository.ts"

/** A discount that is added, a test that says so, a label without a test, and a rule that CI alone looks at. */
const FILES = {
  "src/price.mjs": `/** A percentage as people write it, such as "10%". */
export function percentOf(text) {
  return Number(text.trim().replace("%", ""))
}

/** The price after a discount. */
export function discount(price, percent) {
  return price + (price * percentOf(percent)) / 100
}
`,
  "src/label.mjs": `import { percentOf } from "./price.mjs"

/** What stands on a label. */
export const label = (text) => \`\${percentOf(text)} % off\`
`,
  "tests/price.test.mjs": `import assert from "node:assert"
import test from "node:test"
import { discount } from "../src/price.mjs"

test("a discount is taken off the price", () => {
  assert.equal(discount(100, "10%"), 90)
})

test("no discount leaves the price as it is", () => {
  assert.equal(discount(100, "0%"), 100)
})
`,
  "scripts/lint.mjs": `import { readFileSync } from "node:fs"

const lines = readFileSync("src/price.mjs", "utf8").split("\\n")
lines.forEach((line, index) => {
  if (!/^ *var /.test(line)) return
  console.error(\`src/price.mjs:\${index + 1}: error: use const or let instead of var\`)
  process.exitCode = 1
})
`,
  "package.json":
    '{ "name": "shop", "type": "module", "scripts": { "test": "node --test", "lint": "node scripts/lint.mjs" } }\n',
  "README.md": "# Shop\n\nPrices and discounts.\n",
}

/** What CI runs: more than the check that every subtask is held against. */
export const CI = "npm test && npm run lint"

/** A bare repository with a bug on `main`, as a forge has it. */
export async function brokenShop(): Promise<string> {
  const root = await exampleRepository("shop", FILES)
  const bare = `${root}.git`
  await requireGit(root, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(root, ["push", "--quiet", bare, "main"])
  return bare
}
