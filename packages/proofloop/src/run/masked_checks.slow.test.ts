import { execFileSync } from "node:child_process"
import { appendFile, chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createAgentLoop } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import {
  HONEST_PIPES,
  MASKED_RED,
  type MaskedCheck,
  maskedProject,
} from "../../../runtime/src/evidence/masked_checks.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { serve as serveVerifiers, submit } from "../verdicts/serve.fixture.ts"
import { args, serve } from "./run.fixture.ts"

async function committed(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await folderWith(files)
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: root })
  git("init", "-q")
  git("add", "-A")
  git("commit", "-qm", "start")
  return root
}

async function projectOf(check: MaskedCheck): Promise<string> {
  const root = await committed(maskedProject(check))
  await chmod(join(root, "run_tests.sh"), 0o755)
  return root
}

/** Each says whether it takes the check for passed. */
const readers: Readonly<Record<string, (root: string, command: string) => Promise<boolean>>> = {
  async "proofloop run"(root, command) {
    const server = await serve([{ text: "Done." }])
    return (await call([...args(root, server, "--verify", command)])).code === 0
  },
  async "proofloop verify"(root, command) {
    await appendFile(join(root, "a.ts"), "// changed\n")
    const { env } = await serveVerifiers(() => submit("pass"))
    const { stdout, stderr } = await call(["verify", "--run-verifiers", "--verify", command, "--json"], {
      cwd: root,
      env,
    })
    if (stdout === "") throw new Error(stderr)
    return (JSON.parse(stdout) as { tests: { outcome: string } }).tests.outcome === "PASS"
  },
  async "the loop"(root, command) {
    const model = scriptedModel([{ text: "Done." }])
    const loop = createAgentLoop({ model, workspace_root: root, verify_completion: { command } })
    return (await loop.run("Make it green").result).verified
  },
}

// @requirement loop.proof.contradicted
describe.each(Object.entries(readers))("%s", (_name, passes) => {
  it.each(MASKED_RED)("takes no red check for passed: $name", async (check) => {
    expect(await passes(await projectOf(check), check.command)).toBe(false)
  })

  it.each(HONEST_PIPES)("takes an honest pipe for passed: $name", async (check) => {
    expect(await passes(await projectOf(check), check.command)).toBe(true)
  })
})

it("finds the test that a change breaks although the test script exits with 0: check --only G8", async () => {
  const root = await committed({
    "package.json": '{ "type": "module", "scripts": { "test": "node --test || true" } }\n',
    "a.js": "export const add = (a, b) => a + b\n",
    "a.test.js":
      'import test from "node:test"\nimport assert from "node:assert"\nimport { add } from "./a.js"\ntest("adds", () => assert.equal(add(1, 2), 3))\n',
  })
  await writeFile(join(root, "a.js"), "export const add = (a, b) => a - b\n")
  const { code, stdout } = await call(["check", "--only", "G8"], { cwd: root })
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("adds fails now") })
})
