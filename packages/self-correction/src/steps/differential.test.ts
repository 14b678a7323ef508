import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { sharedFix } from "./differential.fixture.ts"
import { runDifferential } from "./differential.ts"
import { fixBranch } from "./fix_branch.ts"
import { good_test, testOf } from "./fixing.fixture.ts"
import { runTest } from "./run_test.ts"
import { writeRegressionTest } from "./write_test.ts"

const { repository, fixCommit, differential } = sharedFix()

// @requirement self-correction.differential
describe("runDifferential", () => {
  it("holds for a test that fails without the fix and passes with it, both from commits", async () => {
    const { root, base } = repository
    const branch = fixBranch("fb-1")
    const fix_commit = await fixCommit()
    const test = await writeRegressionTest({ root, branch, fix_commit, test: good_test })
    // What lies in the work tree says nothing.
    await addFiles(root, { "src/calc.mjs": "export const add = () => 3\n", [good_test.path]: "throw 1\n" })
    const before = await requireGit(root, ["status", "--porcelain"])
    const ran = await runDifferential({ root, base_commit: base, fix_commit: test.commit, test })
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

  it("takes a file that does not load on the base for an error", async () => {
    const missing = await differential(testOf('import { sub } from "../src/calc.mjs"', "assert.ok(sub)"))
    expect(missing.base.outcome).toBe("error")
    expect(missing.reason).toContain("no test ran: SyntaxError")
  })

  it("says that a test is not in its commit, and knows no commit that is not there", async () => {
    const { root, base } = repository
    const test = { path: "tests/none.test.mjs", command: "node --test tests/none.test.mjs" }
    const ran = await runDifferential({ root, base_commit: base, fix_commit: base, test })
    expect(ran).toMatchObject({ verified: false, base: { outcome: "error", exit_code: null } })
    expect(ran.reason).toContain("tests/none.test.mjs is not in the commit")
    const unknown = runDifferential({ root, base_commit: "0".repeat(40), fix_commit: base, test })
    await expect(unknown).rejects.toMatchObject({ code: "git_error" })
  })
})

it("a program without a test is an error, whatever its exit code", async () => {
  const { root } = repository
  await addFiles(root, { "tests/none.test.mjs": "export const nothing = 1\n" })
  const test = { path: "tests/none.test.mjs", command: "node --test tests/none.test.mjs" }
  const ran = await runTest({ root, test })
  await rm(join(root, "tests"), { recursive: true })
  expect(ran).toMatchObject({ outcome: "error", exit_code: 0, reason: "no test ran" })
})

it("a test sees no credentials of the host, and its output is cut and redacted", async () => {
  process.env["SOME_TOKEN"] = "visible"
  const command = `node -e 'console.log(process.env.SOME_TOKEN, "ghp_${"a1B2".repeat(9)}"); console.log("x".repeat(20000))'`
  const ran = await runTest({ root: repository.root, test: { path: "a.test.mjs", command } })
  delete process.env["SOME_TOKEN"]
  expect(ran.output).toContain("undefined [redacted]")
  expect(ran.output.length).toBeLessThan(8100)
  expect(ran.outcome).toBe("error")
})
