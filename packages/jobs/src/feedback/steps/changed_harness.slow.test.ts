import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, onTestFinished, test } from "vitest"
import { changedHarness } from "./changed_harness.ts"

const FILES = {
  "package.json": '{ "version": "1", "jest": { "setupFiles": [] } }',
  "pyproject.toml": '[project]\nversion = "1"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
  "setup.cfg": "[metadata]\nversion = 1\n[tool:pytest]\naddopts = -q\n",
  "src/a.py": "a",
}

async function harnessAfter(changes: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "proofloop harness ")))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await initRepository(root)
  for (const files of [FILES, changes]) {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    await commitPaths(root, Object.keys(files), "changed")
  }
  return changedHarness(root, { base: "HEAD^", commit: "HEAD" })
}

test.each([
  "conftest.py",
  "vite.config.ts",
  "ava.config.mjs",
  ".babelrc",
  "bunfig.toml",
  "tests/__init__.py",
  "tests/support/shop.py",
])("%s belongs to the test", async (path) => {
  expect(await harnessAfter({ [path]: "made", "src/a.py": "b" })).toEqual([path])
})

test("a manifest belongs to the test when its settings of a runner change", async () => {
  expect(
    await harnessAfter({
      "package.json": FILES["package.json"].replace("[]", '["./evil.js"]'),
      "pyproject.toml": FILES["pyproject.toml"].replace("-q", "-p evil"),
      "setup.cfg": FILES["setup.cfg"].replace("-q", "-p evil"),
    }),
  ).toEqual(["package.json", "pyproject.toml", "setup.cfg"])
})

test("a manifest is part of the fix when anything else in it changes", async () => {
  const changed = Object.entries(FILES).map(([path, text]) => [path, text.replace("1", "2")] as const)
  expect(await harnessAfter({ ...Object.fromEntries(changed), "src/a.py": "b" })).toEqual([])
})
