import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { readProject } from "./project.ts"

const SCRIPT = JSON.stringify({ scripts: { test: "x" } })
const PYPROJECT = '[project]\nname = "a"\n'
const PYTEST = "def test_a(): pass\n"
const UNITTEST = "import unittest\n"

test.each([
  [{ "package.json": SCRIPT }, "npm test"],
  [{ "package.json": SCRIPT, "pnpm-lock.yaml": "" }, "npm test"],
  [{ "package.json": SCRIPT, "yarn.lock": "__metadata:\n" }, "yarn test"],
  [{ "package.json": SCRIPT, "bun.lock": "" }, "bun run test"],
  [{ "package.json": "{}", "bun.lock": "", "a.test.ts": "" }, "bun test"],
  [{ "deno.json": '{ "tasks": { "test": "x" } } // a' }, "deno task test"],
  [{ "deno.jsonc": "{}", "a_test.ts": "" }, "deno test"],
  [{ "requirements.txt": "", "tests/test_a.py": PYTEST }, "python3 -m pytest"],
  [{ "pyproject.toml": PYPROJECT, "uv.lock": "", "tests/test_a.py": PYTEST }, "uv run pytest"],
  [{ "pyproject.toml": "[tool.poetry]\n", "tests/test_a.py": PYTEST }, "poetry run pytest"],
  [{ "pyproject.toml": PYPROJECT, "venv/bin/python": "", "test_a.py": PYTEST }, "venv/bin/python -m pytest"],
  [{ "setup.py": "", "tests/__init__.py": "", "tests/test_a.py": UNITTEST }, "python3 -m unittest"],
  [{ "setup.py": "", "tests/test_a.py": UNITTEST }, "python3 -m unittest discover -s tests"],
  [{ "setup.py": "", "tox.ini": "pytest", "tests/test_a.py": UNITTEST }, "python3 -m pytest"],
  [{ "pyproject.toml": PYPROJECT, "a.py": "" }, null],
  [{ "Cargo.toml": "" }, "cargo test"],
  [{ "go.mod": "" }, "go test ./..."],
  [{ "pom.xml": "" }, "mvn -B test"],
  [{ "pom.xml": "", mvnw: "" }, "./mvnw -B test"],
  [{ "settings.gradle.kts": "", gradlew: "" }, "./gradlew test --console=plain"],
  [{ Makefile: "all:\n\ntest: all\n\t./run\n" }, "make test"],
  [{ Makefile: "test := 1\n" }, null],
  [{ "README.md": "" }, null],
])("the tests of %j are run by %s", async (files, command) => {
  expect((await readProject(await folderWith(files))).test_command).toBe(command)
})

test("folders have tests of their own where the root has none", async () => {
  const root = await folderWith({ "web/package.json": SCRIPT, "api/go.mod": "", "docs/a.md": "" })
  expect((await readProject(root)).folder_tests).toEqual([
    { folder: "api", command: "go test ./..." },
    { folder: "web", command: "npm test" },
  ])
})
