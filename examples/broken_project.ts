import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A small project with a failing `node --test` in a temp folder: what the examples work on. */
export async function brokenProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop-example-"))
  await writeFile(join(root, "package.json"), '{ "type": "module", "scripts": { "test": "node --test" } }\n')
  await writeFile(join(root, "sum.js"), "export const sum = (a, b) => a - b\n")
  await writeFile(
    join(root, "sum.test.js"),
    [
      'import assert from "node:assert/strict"',
      'import test from "node:test"',
      'import { sum } from "./sum.js"',
      'test("adds", () => assert.equal(sum(1, 2), 3))',
      "",
    ].join("\n"),
  )
  return root
}
