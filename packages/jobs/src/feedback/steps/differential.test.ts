import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { sharedFix } from "./differential.fixture.ts"
import { runDifferential } from "./differential.ts"
import { fixBranch } from "./fix_branch.ts"
import { goodTest } from "./fixing.fixture.ts"
import { HOST_ROOMS, runOnHost } from "./rooms.fixture.ts"
import { writeRegressionTest } from "./write_test.ts"

const { repository, fixCommit } = sharedFix()

// @requirement self-correction.differential
describe("runDifferential", () => {
  it("holds for a test that fails without the fix and passes with it, both from commits", async () => {
    const { root, base } = repository
    const branch = fixBranch("fb-1")
    const fix_commit = await fixCommit()
    const test = await writeRegressionTest({ rooms: HOST_ROOMS, root, branch, fix_commit, test: goodTest })
    // What lies in the work tree says nothing.
    await addFiles(root, { "src/calc.mjs": "export const add = () => 3\n", [goodTest.path]: "throw 1\n" })
    const before = await requireGit(root, ["status", "--porcelain"])
    const ran = await runDifferential({
      rooms: HOST_ROOMS,
      root,
      base_commit: base,
      fix_commit: test.commit,
      test,
    })
    expect(ran).toMatchObject({ base_commit: base, fix_commit: test.commit, verified: true, reason: "" })
    expect(ran.base).toMatchObject({ outcome: "fail", exit_code: 1 })
    expect(ran.base.output).toContain("actual: -1")
    expect(ran.base.output).not.toContain("proofloop-tree-")
    expect(ran.fix).toMatchObject({ outcome: "pass", exit_code: 0 })
    expect(await requireGit(root, ["status", "--porcelain"])).toBe(before)
    expect(await requireGit(root, ["worktree", "list"])).not.toContain("proofloop-tree-")
    await requireGit(root, ["checkout", "--quiet", "--", "."])
    await rm(join(root, "tests"), { recursive: true })
  })
})

it("a program without a test is an error, whatever its exit code", async () => {
  const { root } = repository
  await addFiles(root, { "tests/none.test.mjs": "export const nothing = 1\n" })
  const test = { path: "tests/none.test.mjs", command: "node --test tests/none.test.mjs" }
  const ran = await runOnHost({ root, test })
  await rm(join(root, "tests"), { recursive: true })
  expect(ran).toMatchObject({ outcome: "error", exit_code: 0, reason: "no test ran" })
})
