import { rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { git, requireGit } from "../../workspace/git.ts"
import { addFiles } from "../../workspace/workspace.fixture.ts"
import { runDifferential } from "./differential.ts"
import { fixBranch } from "./fix_branch.ts"
import { good_edit, good_test, sharedRepository, testOf } from "./fixing.fixture.ts"
import { makeFix } from "./make_fix.ts"
import { runTest } from "./run_test.ts"
import { writeRegressionTest } from "./write_test.ts"

const repository = sharedRepository()

let made: Promise<string> | undefined

/** The fix on its branch, made once. */
function fixCommit(): Promise<string> {
  const { root, base } = repository
  made ??= makeFix({ root, base_commit: base, branch: fixBranch("fb-1"), edits: [good_edit] }).then(
    ({ commit }) => commit,
  )
  return made
}

async function differential(content: string, is_fixed = true) {
  const { root, base } = repository
  const fix = await fixCommit()
  const path = "tests/add.test.mjs"
  const written = await commitOf(path, content, fix)
  const test = { path, command: `node --test ${path}`, commit: written }
  return runDifferential({ root, base_commit: base, fix_commit: is_fixed ? fix : base, test })
}

/** A commit with one more file; no branch has it. */
async function commitOf(path: string, content: string, parent: string): Promise<string> {
  const { root } = repository
  const blob = await git(root, ["hash-object", "-w", "--stdin"], { input: content })
  const env = { GIT_INDEX_FILE: join(root, ".git", "scratch-index") }
  await requireGit(root, ["read-tree", parent], { env })
  const entry = `100644,${blob.stdout.trim()},${path}`
  await requireGit(root, ["update-index", "--add", "--cacheinfo", entry], { env })
  const tree = (await requireGit(root, ["write-tree"], { env })).trim()
  return (await requireGit(root, ["commit-tree", tree, "-p", parent, "-m", "test"])).trim()
}

describe("runDifferential", { timeout: 60_000 }, () => {
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

  it.each([
    ["the same on both", false, "assert.equal(add(1, 2), 3)", "still fails with the fix", "fail", "fail"],
    [
      "an exception",
      true,
      'if (add(1, 2) < 0) throw new Error("no")',
      "but not by an assertion",
      "error",
      "pass",
    ],
  ] as const)("does not hold for %s", async (_, is_fixed, body, reason, base, fix) => {
    const ran = await differential(testOf('import { add } from "../src/calc.mjs"', body), is_fixed)
    expect(ran).toMatchObject({ verified: false, base: { outcome: base }, fix: { outcome: fix } })
    expect(ran.reason).toContain(reason)
  })

  it("takes a file that does not load on the base for an error", async () => {
    const missing = await differential(testOf('import { sub } from "../src/calc.mjs"', "assert.ok(sub)"))
    expect(missing.base.outcome).toBe("error")
    expect(missing.reason).toContain("no test ran: SyntaxError")
  })

  it("finds a test flaky that does not fail twice", async () => {
    const flaky = testOf(
      'import { existsSync, writeFileSync } from "node:fs"\nimport { add } from "../src/calc.mjs"',
      'const again = existsSync("ran")',
      'writeFileSync("ran", "")',
      "assert.ok(again || add(1, 2) === 3)",
    )
    const ran = await differential(flaky)
    expect(ran.verified).toBe(false)
    expect(ran.reason).toContain("flaky; run again on the base")
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

  it("ends with the signal and leaves no tree behind", async () => {
    const { root, base } = repository
    const controller = new AbortController()
    const test = { path: "package.json", command: "sleep 30" }
    const running = runDifferential({
      root,
      base_commit: base,
      fix_commit: base,
      test,
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(new Error("enough")), 100)
    await expect(running).rejects.toThrow("enough")
    expect(await requireGit(root, ["worktree", "list"])).not.toContain("proofloop-tree-")
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
