import { rmSync } from "node:fs"
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { onTestFinished } from "vitest"

const FILES = {
  "src/price.mjs": `export function discount(price, percent) {
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
  "docs/prices.md": "# Prices\n\ndiscount(price, percent) is the price less that part of it.\n",
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
}

let template: Promise<string> | null = null

/** A repository with a bug, committed once; removed when the test ends. */
export async function shop(): Promise<string> {
  template ??= makeTemplate()
  const root = await emptyFolder()
  await cp(await template, root, { recursive: true })
  return root
}

/** The same with the bug repaired in the work tree. */
export async function repairedShop(): Promise<string> {
  return repair(await shop())
}

let untouched: Promise<string> | null = null

/** A repaired shop for tests that change nothing in it. */
export async function untouchedShop(): Promise<string> {
  untouched ??= makeTemplate().then(repair)
  return untouched
}

async function repair(root: string): Promise<string> {
  const path = join(root, "src/price.mjs")
  await writeFile(path, (await readFile(path, "utf8")).replace("price + (price", "price - (price"))
  return root
}

/** In a path with a space; removed when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop a shop ")))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function makeTemplate(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop a shop ")))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await initRepository(folder)
  await commitPaths(folder, Object.keys(FILES), "first")
  return folder
}
