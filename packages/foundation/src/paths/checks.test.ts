import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { hasTestScript } from "./checks.ts"

it.each([
  ["a test script", '{"scripts":{"test":"vitest run"}}', true],
  ["a byte order mark", '\uFEFF{"scripts":{"test":"vitest run"}}', true],
  [
    "npm's placeholder",
    JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
    false,
  ],
  ["an empty script", '{"scripts":{"test":" "}}', false],
  ["a script that is no text", '{"scripts":{"test":1}}', false],
  ["no test script", '{"scripts":{"build":"tsc"}}', false],
  ["scripts that are no object", '{"scripts":null}', false],
  ["no object", "[]", false],
  ["invalid JSON", "{", false],
])("package.json with %s", async (_what, manifest, expected) => {
  expect(hasTestScript(await folderWith({ "package.json": manifest }))).toBe(expected)
})

it("finds none without a package.json or with a folder of that name", async () => {
  const root = await folderWith()
  expect(hasTestScript(root)).toBe(false)
  await mkdir(join(root, "package.json"))
  expect(hasTestScript(root)).toBe(false)
})
