import { spawnSync } from "node:child_process"
import { readdirSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { detectFailingTests, runTests } from "./detect_failing_tests.ts"
import { NODE_TEST, nodeTests, projectWith } from "./runs.fixture.ts"

describe("a project of node:test", () => {
  it("names what fails, and who passes", async () => {
    const root = await projectWith({ "test/a.test.js": nodeTests({ good: true, test_boom: false }) })
    const failing = await detectFailingTests(root, { command: NODE_TEST })
    expect([...(failing ?? [])]).toEqual(["test/a.test.js > test_boom"])
  })

  it("names nothing when all pass, and a file that cannot be loaded", async () => {
    const root = await projectWith({ "test/a.test.js": nodeTests({ good: true }) })
    expect(await detectFailingTests(root, { command: NODE_TEST })).toEqual(new Set())
    await addFiles(root, { "test/b.test.js": "import './nowhere.js'\n" })
    expect([...((await detectFailingTests(root, { command: NODE_TEST })) ?? [])]).toEqual(["test/b.test.js"])
  })

  it("is run by npm, which must have a test script", async () => {
    const root = await projectWith({ "a.js": "" })
    expect(await runTests(root)).toEqual({ reason: "no test runner was found in the repository" })
    await addFiles(root, { "package.json": JSON.stringify({ scripts: { test: "exit 3" } }) })
    expect([...((await detectFailingTests(root)) ?? [])]).toEqual([
      expect.stringMatching(/^<unparsed-failure>/),
    ])
  })
})

describe("tests that cannot be run", () => {
  it.each([
    ["proofloop-no-such-tool", /could not be started/],
    ["echo 'spawn chrome ENOENT' >&2; exit 1", /lacks something outside the code: spawn chrome ENOENT/],
    ["kill -9 $$", /was ended by SIGKILL/],
  ])("%s", async (command, reason) => {
    const root = await projectWith({})
    expect(await runTests(root, { command })).toEqual({ reason: expect.stringMatching(reason) })
    expect(await detectFailingTests(root, { command })).toBeNull()
  })

  it("a time-out, an abort and a missing folder", async () => {
    const root = await projectWith({})
    expect(await runTests(root, { command: "sleep 5", timeout_ms: 100 })).toEqual({
      reason: expect.stringMatching(/^sleep 5 timed out after \d{1,3} s$/),
      timed_out: true,
    })
    expect(await runTests(root, { command: "sleep 5", signal: AbortSignal.abort() })).toEqual({
      reason: "sleep 5 was interrupted",
    })
    expect(await runTests(join(root, "gone"))).toEqual({ reason: expect.stringContaining("is not a folder") })
  })
})

it("an output that names failures is believed although it also lacks something", async () => {
  const output =
    "--- FAIL: TestA (0.1s)\\n    a_test.go:3: spawn chrome ENOENT\\nFAIL\\nFAIL\\tshop\\t0.1s\\n"
  const failing = await detectFailingTests(await projectWith({}), {
    command: `printf %b '${output}'; exit 1`,
  })
  expect([...(failing ?? [])]).toEqual(["shop.TestA"])
})

it("finds no runner for a language without a manifest", async () => {
  expect(await runTests(await projectWith({ "a.py": "" }))).toEqual({
    reason: "no test runner was found in the repository",
  })
})

const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0

describe.skipIf(!hasPytest)("a project of pytest (needs python3 and pytest)", () => {
  it("is read anew after an edit that Python cannot tell by size and second, and stays as clean as it was", async () => {
    const root = await projectWith({
      "pyproject.toml": "",
      "calc.py": "def one():\n    return 1\n",
      "tests/test_calc.py":
        "from calc import one\n\n\ndef test_one():\n    assert one() == 1\n\n\ndef test_fixture(gone):\n    pass\n",
    })
    const source = join(root, "calc.py")
    spawnSync("python3", ["-m", "py_compile", source])
    const { mtime } = statSync(source)
    await addFiles(root, { "calc.py": "def one():\n    return 2\n" })
    utimesSync(source, mtime, mtime)
    expect([...((await detectFailingTests(root)) ?? [])].toSorted()).toEqual([
      "tests/test_calc.py::test_fixture",
      "tests/test_calc.py::test_one",
    ])
    expect(readdirSync(join(root, "__pycache__"))).toHaveLength(1)
    expect(readdirSync(join(root, "tests"))).toEqual(["test_calc.py"])
  })
})
