import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { testFileCommand } from "./test_file_command.ts"

async function command(path: string, files: Readonly<Record<string, string>>) {
  return testFileCommand({ root: await folderWith(files), path, go_tests: [] })
}

const manifest = (test: string, ...names: readonly string[]) =>
  JSON.stringify({
    scripts: { test, unit: "tape -r ts-node/register 'test/**/*.ts'", loop: "npm run loop" },
    devDependencies: Object.fromEntries(names.map((name) => [name, "^16.3.0"])),
  })
const NPX = "npx --no-install"

it.each([
  ["vitest", `${NPX} vitest run a.test.js`],
  ["jest", `${NPX} jest --runTestsByPath a.test.js`],
  ["mocha", `${NPX} mocha a.test.js`],
  ["ava", `${NPX} ava a.test.js`],
  ["tape", `${NPX} tape a.test.js`],
  ["tap", `${NPX} tap --no-coverage --reporter=tap a.test.js`],
  ["uvu", "node a.test.js"],
  ["jasmine", `${NPX} jasmine a.test.js`],
])("runs a file of a project with %s by it, whether it is installed or not", async (name, expected) => {
  expect(await command("a.test.js", { "package.json": manifest("lint", name) })).toBe(expected)
  const both = { "package.json": manifest(`nyc ${name} test`, "vitest", "mocha", "tape", name) }
  expect(await command("a.test.js", both)).toBe(expected)
  const installed = {
    "package.json": "{}",
    [`node_modules/${name}/package.json`]: '{ "version": "16.3.10" }',
  }
  expect(await command("a.test.js", installed)).toBe(expected)
})

it.each<readonly [string, string, Readonly<Record<string, string>>]>([
  [
    "a script that another runs",
    `${NPX} tape -r ts-node/register a.test.js`,
    { "package.json": manifest("npm run unit && npm run loop", "tape", "jest") },
  ],
  ["the runner of Node", "node --test a.test.js", { "package.json": manifest("c8 node --test", "vitest") }],
  [
    "loaders of Node",
    "node --import=tsx --test a.test.js",
    { "package.json": manifest("node --import tsx --test src/*.ts") },
  ],
  ["tsx", "node --import=tsx --test a.test.js", { "package.json": manifest("tsx --test src/*.ts") }],
  [
    "types that Node strips",
    "node --experimental-strip-types --test a.test.js",
    { "package.json": manifest("node --experimental-strip-types --test") },
  ],
  ["a loader of uvu", "node -r tsm a.test.js", { "package.json": manifest("uvu -r tsm tests", "uvu") }],
  [
    "a program named by its path",
    `${NPX} mocha a.test.js`,
    { "package.json": manifest("node_modules/.bin/mocha", "mocha", "jest") },
  ],
  ["a script that runs itself", "node --test a.test.js", { "package.json": manifest("npm run loop") }],
  [
    "what the script names but nobody declares",
    "node --test a.test.js",
    { "package.json": manifest("echo tape") },
  ],
  ["no JSON", "node --test a.test.js", { "package.json": "no json" }],
  ["no package.json", "node --test a.test.js", {}],
  [
    "a node-tap with other options",
    `${NPX} tap --disable-coverage --reporter=tap a.test.js`,
    { "package.json": manifest("tap", "tap"), "node_modules/tap/package.json": '{ "version": "21.8.0" }' },
  ],
  [
    "what the file imports",
    `${NPX} tape a.test.js`,
    { "package.json": manifest("jest", "jest", "tape"), "a.test.js": 'const test = require("tape")' },
  ],
  [
    "Node's runner, which the file imports",
    "node --test a.test.js",
    { "package.json": manifest("jest", "jest"), "a.test.js": 'import { it } from "node:test"' },
  ],
  [
    "Jest's globals, which the file imports",
    `${NPX} jest --runTestsByPath a.test.js`,
    { "package.json": manifest("mocha", "mocha", "jest"), "a.test.js": "import { it } from '@jest/globals'" },
  ],
  [
    "another runner than the file imports, which is not there",
    `${NPX} jest --runTestsByPath a.test.js`,
    { "package.json": manifest("jest", "jest"), "a.test.js": 'import test from "ava"' },
  ],
])("reads %s", async (_, expected, files) => {
  expect(await command("a.test.js", files)).toBe(expected)
})

it("asks the package that a file lies in, then those above it", async () => {
  const files = {
    "package.json": manifest("jest", "jest"),
    "packages/a/package.json": manifest("tape test", "tape"),
    "packages/b/package.json": "{}",
  }
  expect(await command("packages/a/x.test.js", files)).toBe(`cd packages/a && ${NPX} tape x.test.js`)
  expect(await command("packages/b/x.test.js", files)).toBe(
    `cd packages/b && ${NPX} jest --runTestsByPath x.test.js`,
  )
})

it("runs TypeScript by Node with tsx, and says what is not there", async () => {
  const tsx = { "package.json": manifest("build", "tsx") }
  expect(await command("a.test.ts", tsx)).toBe("node --import tsx --test a.test.ts")
  expect(await command("a.test.ts", { "node_modules/tsx/x": "" })).toBe("node --import tsx --test a.test.ts")
  expect(await command("a.test.tsx", {})).toEqual({
    missing: "a.test.tsx: no runner of tests is there to run it, such as vitest, jest, mocha or tsx",
  })
})
