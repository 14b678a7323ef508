import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { findTestCommand } from "./test_command.ts"

it.each([
  [
    { "pyproject.toml": "", "Cargo.toml": "" },
    ["Rust", "Python"],
    /^python3? -m pytest .*-p no:cacheprovider$/,
  ],
  [{ "pyproject.toml": "", "Cargo.toml": "" }, ["Rust"], /^cargo test --quiet --no-fail-fast$/],
  [{ "go.mod": "" }, ["Go"], /^go test \.\/\.\.\.$/],
  [{ "package.json": '{"scripts":{"test":"x"}}' }, ["TypeScript"], /^npm test --silent$/],
  [{ "pom.xml": "" }, ["Java"], /^mvn -q -o -B -fae test$/],
  [{ "build.gradle.kts": "", gradlew: "" }, ["Kotlin"], /^sh \.\/gradlew --offline --quiet --continue test$/],
  [{ "setup.cfg": "", "venv/bin/python": "" }, ["Python"], /^venv\/bin\/python -m pytest /],
])("tests of %j in %j", async (files, languages, command) => {
  expect(findTestCommand(await folderWith(files), languages)).toMatch(command)
})

it.each([
  [{}, ["Python"]],
  [{ "pyproject.toml": "" }, []],
  [{ "pyproject.toml": "" }, ["COBOL"]],
  [{ "package.json": "{}" }, ["JavaScript"]],
])("no tests of %j in %j", async (files, languages) => {
  expect(findTestCommand(await folderWith(files), languages)).toBeNull()
})
