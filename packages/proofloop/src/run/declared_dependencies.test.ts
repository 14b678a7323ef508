import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { initRepository } from "@proofloop/foundation/git"
import type { RunResult } from "@proofloop/runtime"
import { startLoopbackModelServer } from "@proofloop/runtime/testing"
import { expect, onTestFinished, test } from "vitest"
import { call } from "../console/io.fixture.ts"

test.each([
  ["package.json", '{ "dependencies": { "absent-package": "1" } }', "environment"],
  ["pyproject.toml", '[project]\ndependencies = ["absent_package"]\n', "environment"],
  ["package.json", '{ "dependencies": { "another-package": "1" } }', "runtime"],
])("a run knows what %s declares (%#)", async (manifest, text, kind) => {
  const root = await mkdtemp(join(tmpdir(), "proofloop declared "))
  const server = await startLoopbackModelServer({
    script: [{ text: "Done." }],
    when_exhausted: "repeat_last",
  })
  onTestFinished(async () => {
    await server.close()
    await rm(root, { recursive: true, force: true })
  })
  await initRepository(root)
  await writeFile(join(root, manifest), text)
  const python = manifest === "pyproject.toml"
  const message = python
    ? "ModuleNotFoundError: No module named 'absent_package'"
    : "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'absent-package' imported from /a/main.mjs"
  await writeFile(join(root, "check.mjs"), `console.error(${JSON.stringify(message)})\nprocess.exit(1)\n`)
  const model = ["--model", "m", "--base-url", server.url, "--max-iterations", "2"]
  const { stdout } = await call([
    "run",
    "--repo",
    root,
    "--task",
    "Go",
    "--verify",
    "node check.mjs",
    "--json",
    ...model,
  ])
  const { current_failure } = JSON.parse(stdout) as RunResult
  expect(current_failure?.kind).toBe(kind)
})
