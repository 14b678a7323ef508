import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { shellWord, testFileCommand } from "./test_file_command.ts"

async function command(path: string, files: Readonly<Record<string, string>>) {
  return testFileCommand({ root: await folderWith(files), path, go_tests: [] })
}

describe("testFileCommand", () => {
  it.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ["tests/test_a.py", "python3 -m pytest -q -p no:cacheprovider tests/test_a.py", {}],
    [
      "tests/test_a.py",
      ".venv/bin/python -m pytest -q -p no:cacheprovider tests/test_a.py",
      { ".venv/bin/python": "" },
    ],
    [
      "tests/test_a.py",
      "python3 -m unittest discover -s tests -p test_a.py",
      { "tests/test_a.py": "import unittest\n", "setup.py": "" },
    ],
    [
      "tests/test_a.py",
      "python3 -m unittest tests.test_a",
      { "tests/test_a.py": "from unittest import TestCase\n", "tests/__init__.py": "" },
    ],
    [
      "tests/test_a.py",
      "python3 -m pytest -q -p no:cacheprovider tests/test_a.py",
      { "tests/test_a.py": "import unittest\n", "tox.ini": "commands = pytest\n" },
    ],
    ["a.test.mjs", "node --test a.test.mjs", {}],
    ["a b.test.mjs", "node --test 'a b.test.mjs'", {}],
    [
      "packages/b/a.test.ts",
      "cd packages/b && npx --no-install vitest run a.test.ts",
      { "packages/b/package.json": '{ "devDependencies": { "vitest": "1" } }' },
    ],
    ["tests/a.rs", "cargo test --test a", { "Cargo.toml": "" }],
    ["src/test/java/shop/CartTest.java", "mvn -o -B -Dtest=shop.CartTest test", { "pom.xml": "" }],
    [
      "core/src/test/java/CartTest.java",
      "mvn -o -B -pl core -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=CartTest test",
      { "pom.xml": "", "core/pom.xml": "" },
    ],
    [
      "libs/core/src/test/java/shop/CartTest.java",
      "sh ./gradlew --offline --console=plain :libs:core:test --tests shop.CartTest",
      { "settings.gradle": "", gradlew: "" },
    ],
    [
      "src/test/java/CartTest.java",
      "gradle --offline --console=plain test --tests CartTest",
      { "build.gradle.kts": "" },
    ],
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

  it("says that it knows no runner", async () => {
    expect(await command("a.py", {})).toEqual({ missing: "a.py: no runner is known for such a test" })
    expect(await command("src/test/java/ATest.java", {})).toEqual({
      missing: "src/test/java/ATest.java: neither pom.xml nor build.gradle is there to run it",
    })
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
