import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { findTestCommand } from "./test_command.ts"

const commandOf = async (files: Readonly<Record<string, string>>, whole: boolean) =>
  findTestCommand(await folderWith(files), { files: Object.keys(files), whole })

it.each([
  [{ "pyproject.toml": "", "test_a.py": "def test_a(): pass" }, /^python3? -m pytest .*-p no:cacheprovider$/],
  [{ "Cargo.toml": "" }, /^cargo test --quiet --no-fail-fast$/],
  [{ "go.mod": "" }, /^go test \.\/\.\.\.$/],
  [{ "package.json": '{"scripts":{"test":"x"}}' }, /^npm test --silent$/],
  [{ "pom.xml": "" }, /^mvn -q -o -B -fae test$/],
  [{ "build.gradle.kts": "", gradlew: "" }, /^sh \.\/gradlew --offline --quiet --continue test$/],
  [{ "setup.cfg": "", "venv/bin/python": "" }, /^venv\/bin\/python -m pytest /],
  [{ "setup.py": "", "uv.lock": "", "test_a.py": "def test_a(): pass" }, /^python3? -m pytest /],
])("names each failure of %j", async (files, command) => {
  expect(await commandOf(files, true)).toMatch(command)
})

const WORKFLOW =
  "jobs:\n  test:\n    steps:\n      - run: bundle install\n      - run: bundle exec rake test\n"

it.each([
  [
    "its main language",
    { "Cargo.toml": "", "a.py": "", "b.py": "", "test_a.py": "import pytest" },
    "python3 -m pytest",
  ],
  ["CI", { Gemfile: "", "lib/a.rb": "", ".github/workflows/ci.yml": WORKFLOW }, "bundle exec rake test"],
  [
    "CI, which names a file that no runner looks for",
    { "setup.py": "", "test.py": "", ".github/workflows/ci.yml": "    - run: coverage run test.py\n" },
    "python3 test.py",
  ],
  ["make before CI", { Makefile: "test:\n\t./a\n", ".github/workflows/ci.yml": WORKFLOW }, "make test"],
  ["nothing", { "a.py": "" }, null],
])("is told by %s", async (_what, files, command) => {
  expect(await commandOf(files, false)).toBe(command)
})
