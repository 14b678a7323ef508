import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { sharedFix } from "./differential.fixture.ts"
import { runDifferential } from "./differential.ts"
import { testOf } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"

const { repository, fixCommit, differential } = sharedFix()

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

describe("a command line of its own", () => {
  const REPORT = "printf 'TAP version 13\\n# adds\\nok 1 is right\\n1..1\\n# tests 1\\n# pass 1\\n'"

  async function run(command: string) {
    const { root, base } = repository
    const fix_commit = await fixCommit()
    const test = { path: "package.json", command }
    return runDifferential({ rooms: HOST_ROOMS, root, base_commit: base, fix_commit, test, timeout_ms: 4000 })
  }

  it("which hangs on one side alone hangs by what is there", async () => {
    const ran = await run(`grep -q "a - b" src/calc.mjs && sleep 60; ${REPORT}`)
    expect(ran).toMatchObject({ verified: false, base: { outcome: "error" }, fix: { outcome: "pass" } })
    expect(ran.reason).toContain("the test could not be judged; on the base: ")
    expect(ran.reason).toContain("did not end within 4 s")
  })

  it.each([
    ["sleep 60", "did not end within 4 s"],
    ["no-such-runner package.json", "cannot run here: it is not installed"],
    ["true", "prints does not tell that a test ran; --test-command"],
  ])("which cannot be run blames nobody: %s", async (command, message) => {
    await expect(run(command)).rejects.toMatchObject({
      code: "fix_error",
      kind: "environment",
      is_retryable: false,
      message: expect.stringContaining(message) as string,
    })
  })
})

it("ends with the signal and leaves no tree behind", async () => {
  const { root, base } = repository
  const controller = new AbortController()
  const test = { path: "package.json", command: "sleep 30" }
  const running = runDifferential({
    rooms: HOST_ROOMS,
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
