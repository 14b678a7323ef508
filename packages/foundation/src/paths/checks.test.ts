import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { detectChecks } from "./checks.ts"

it.each([
  ["a test script", '{"scripts":{"test":"vitest run"}}', ["npm test"]],
  ["a byte order mark", '\uFEFF{"scripts":{"test":"vitest run"}}', ["npm test"]],
  [
    "npm's placeholder",
    JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
    [],
  ],
  ["an empty script", '{"scripts":{"test":" "}}', []],
  ["a script that is no text", '{"scripts":{"test":1}}', []],
  ["no test script", '{"scripts":{"build":"tsc"}}', []],
  ["scripts that are no object", '{"scripts":null}', []],
  ["no object", "[]", []],
  ["invalid JSON", "{", []],
])("package.json with %s", async (_what, manifest, expected) => {
  expect(await detectChecks(await folderWith({ "package.json": manifest }))).toEqual(expected)
})

it("finds none without a package.json or with a folder of that name", async () => {
  const root = await folderWith()
  expect(await detectChecks(root)).toEqual([])
  await mkdir(join(root, "package.json"))
  expect(await detectChecks(root)).toEqual([])
})
