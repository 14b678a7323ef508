import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { shellWord, testFileCommand } from "./test_file_command.ts"

async function command(path: string, files: Readonly<Record<string, string>>) {
  return testFileCommand({ root: await folderWith(files), path, go_tests: [] })
}

const VITEST = '{ "devDependencies": { "vitest": "1" } }'

describe("testFileCommand", () => {
  it.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ["tests/test_a.py", "python3 -m pytest -q -p no:cacheprovider tests/test_a.py", {}],
    [
      "tests/test_a.py",
      ".venv/bin/python -m pytest -q -p no:cacheprovider tests/test_a.py",
      { ".venv/bin/python": "" },
    ],
    ["a.test.mjs", "node --test a.test.mjs", {}],
    ["a b.test.mjs", "node --test 'a b.test.mjs'", {}],
    ["a.test.mjs", "node --test a.test.mjs", { "package.json": "no json" }],
    [
      "a.test.ts",
      "npx --no-install vitest run a.test.ts",
      { "package.json": VITEST, "node_modules/vitest/x": "" },
    ],
    [
      "a.test.js",
      "npx --no-install jest --runTestsByPath a.test.js",
      { "package.json": "{}", "node_modules/jest/x": "" },
    ],
    [
      "a.test.js",
      "npx --no-install mocha a.test.js",
      {
        "package.json": '{ "scripts": { "test": "mocha" } }',
        "node_modules/mocha/x": "",
        "node_modules/vitest/x": "",
      },
    ],
    [
      "a.test.js",
      "node --test a.test.js",
      { "package.json": '{ "scripts": { "test": "node --test" } }', "node_modules/vitest/x": "" },
    ],
    ["a.test.ts", "node --import tsx --test a.test.ts", { "node_modules/tsx/x": "" }],
    [
      "packages/b/a.test.ts",
      "cd packages/b && npx --no-install vitest run a.test.ts",
      { "packages/b/package.json": VITEST, "node_modules/vitest/x": "" },
    ],
    ["tests/a.rs", "cargo test --test a", { "Cargo.toml": "" }],
    [
      "crates/c d/tests/a.rs",
      "cd 'crates/c d' && cargo test --test a",
      { "crates/c d/Cargo.toml": "", "Cargo.toml": "" },
    ],
  ])("runs %s with %s", async (path, expected, files) => {
    expect(await command(path, files)).toBe(expected)
  })

  it("names the tests of Go", async () => {
    const root = await folderWith({ "m/go.mod": "" })
    expect(await testFileCommand({ root, path: "m/calc/a_test.go", go_tests: ["TestOne", "TestTwo"] })).toBe(
      "cd m && go test -count=1 -v -run '^(TestOne|TestTwo)$' ./calc",
    )
  })

  it("says what is not there to run a test", async () => {
    expect(await command("a.test.ts", { "package.json": VITEST })).toEqual({
      missing: "vitest is in package.json and is not installed; install the packages of the project",
    })
    expect(await command("a.test.tsx", {})).toEqual({
      missing: "a.test.tsx: neither vitest, jest, mocha nor tsx is there to run it",
    })
    expect(await command("a.py", {})).toEqual({ missing: "a.py: no runner is known for such a test" })
  })
})

it.each([
  ["a/b_c.py", "a/b_c.py"],
  ["a; rm -rf b", "'a; rm -rf b'"],
  ["it's", String.raw`'it'\''s'`],
  ["$(x)`y`", "'$(x)`y`'"],
  ["-rf", "./-rf"],
])("the word %j is %s in a shell", (word, quoted) => {
  expect(shellWord(word)).toBe(quoted)
})
