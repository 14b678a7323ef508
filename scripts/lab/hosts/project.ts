import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"

/** The source that the test refutes. */
const WRONG = "exports.sum = (a, b) => a - b\n"
/** An edit without effect. */
export const STILL_WRONG = "// The sum of two numbers.\nexports.sum = (a, b) => a - b\n"
export const RIGHT = "exports.sum = (a, b) => a + b\n"
export const CHECK = "npm test"

const FILES = {
  "package.json": `${JSON.stringify({ name: "sum", version: "1.0.0", private: true, scripts: { test: "node --test" } }, null, 2)}\n`,
  "README.md": "# sum\n\nAdds two numbers.\n",
  "sum.js": WRONG,
  "sum.test.js": [
    'const assert = require("node:assert")',
    'const { test } = require("node:test")',
    'const { sum } = require("./sum.js")',
    "",
    'test("adds two numbers", () => assert.strictEqual(sum(1, 2), 3))',
    "",
  ].join("\n"),
} as const

/** A small real repository whose test fails, but for files of other content. */
export async function makeProject(
  root: string,
  others: Readonly<Record<string, string>> = {},
): Promise<void> {
  const files = { ...FILES, ...others }
  await mkdir(root, { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "Add two numbers")
}
