import { requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { sharedFix } from "./differential.fixture.ts"
import { runDifferential } from "./differential.ts"
import { testOf } from "./fixing.fixture.ts"

const { repository, differential } = sharedFix()

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

it("gives a test no repository to tell the sides by or to write to", async () => {
  const { root, base } = repository
  const before = await requireGit(root, ["config", "--local", "--list"])
  const by_git = testOf(
    'import { execSync } from "node:child_process"',
    'execSync("git init --quiet && git config user.name somebody")',
    'assert.throws(() => execSync(`git rev-parse --verify ${process.env.BASE}`, { stdio: "ignore" }))',
    'assert.ok(execSync("git rev-list --count --all").toString() > 1)',
  ).replace("${process.env.BASE}", base)
  expect(await differential(by_git)).toMatchObject({ verified: false, fix: { outcome: "fail" } })
  expect(await requireGit(root, ["config", "--local", "--list"])).toBe(before)
  expect(await requireGit(root, ["worktree", "list"])).not.toContain("proofloop-tree-")
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
