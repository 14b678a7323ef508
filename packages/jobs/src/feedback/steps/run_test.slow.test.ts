import { spawnSync } from "node:child_process"
import { symlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { testFileCommand } from "@proofloop/foundation/paths"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { runTest } from "./run_test.ts"

const REPOSITORY = resolve(import.meta.dirname, "../../../..")

interface Runner {
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly head: string
  /** Asks for a package that is not there. */
  readonly missing: string
  /** A test of this name that asserts this of the sum. */
  readonly test: (sum: string) => string
}

const SCRIPT = {
  "calc.mjs": "export const add = (a, b) => a - b\nexport const broken = () => null.value\n",
}
const PYTHON = { "calc.py": "def add(a, b):\n    return a - b\n\n\ndef broken():\n    return None.value\n" }
const runners: Readonly<Record<string, Runner>> = {
  vitest: {
    path: "test/add.test.mjs",
    files: { ...SCRIPT, "package.json": '{ "devDependencies": { "vitest": "4" } }' },
    head: 'import { expect, it } from "vitest"\nimport { add, broken } from "../calc.mjs"\n',
    missing: 'import "nowhere-lib"\n',
    test: (sum) => `it("adds", () => {\n  expect(${sum}).toBe(3)\n})\n`,
  },
  "node:test": {
    path: "test/add.test.mjs",
    files: { ...SCRIPT, "package.json": '{ "scripts": { "test": "node --test" } }' },
    head: 'import { it } from "node:test"\nimport assert from "node:assert"\nimport { add, broken } from "../calc.mjs"\n',
    missing: 'import "nowhere-lib"\n',
    test: (sum) => `it("adds", () => {\n  assert.equal(${sum}, 3)\n})\n`,
  },
  pytest: {
    path: "tests/test_add.py",
    files: { ...PYTHON, "conftest.py": "" },
    head: "from calc import add, broken\n\n\n",
    missing: "import nowhere_lib\n",
    test: (sum) => `def test_adds():\n    assert ${sum} == 3\n`,
  },
  unittest: {
    path: "tests/test_add.py",
    files: PYTHON,
    head: "import unittest\n\nfrom calc import add, broken\n\n\n",
    missing: "import nowhere_lib\n",
    test: (sum) =>
      `class AddTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(${sum}, 3)\n`,
  },
}

const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0
const hasPython = spawnSync("python3", ["--version"]).status === 0
for (const [is_there, name] of [
  [hasPython, "python3"],
  [hasPytest, "pytest"],
] as const) {
  if (!is_there) process.stderr.write(`skipped: ${name} is not there, its tests are not run\n`)
}
const isThere = (name: string) => (name === "pytest" ? hasPytest : name !== "unittest" || hasPython)

/** Runs a test file by the command that is found for it; the packages are those of this repository. */
async function run({ path, files }: Runner, content: string) {
  const root = await folderWith({ ...files, [path]: content })
  if (path.endsWith(".mjs")) await symlink(join(REPOSITORY, "node_modules"), join(root, "node_modules"))
  const command = await testFileCommand({ root, path, go_tests: [] })
  if (typeof command !== "string") throw new Error(command.missing)
  const room = await hostRunner().open(root)
  try {
    const place = { room, problem: null, close: () => room.close() }
    return await runTest({ root, test: { path, command }, place })
  } finally {
    await room.close()
  }
}

// @requirement self-correction.differential
describe.each(Object.entries(runners))("a test of %s, run for real", (name, runner) => {
  const { head, missing, test } = runner

  it.skipIf(!isThere(name)).each([
    ["pass", null, head + test("add(4, 1)")],
    ["fail", null, head + test("add(1, 2)")],
    ["error", "test", head + test("broken()")],
    ["error", "test", missing + head + test("add(4, 1)")],
    ["error", "test", `${head}${test("add(4, 1)")}(\n`],
    ["error", "test", head],
  ])("is %s, blamed on %s (%#)", async (outcome, blame, content) => {
    const ran = await run(runner, content)
    expect(ran).toMatchObject({ outcome, blame })
  })
})
