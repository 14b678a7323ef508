import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"
import { serveRepair } from "./answers.fixture.ts"
import { add, mergeByHand, plainGit, processed } from "./feedback.fixture.ts"

test("a test that is red on what was merged is an alarm, until a later merge is green", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env } = await serveRepair()
  expect(await processed(cwd, "process", ["--no-verifiers"], env)).toMatchObject({ code: 0 })
  const review = await mergeByHand(cwd, async (folder) => {
    const path = join(folder, "src/price.mjs")
    const text = await readFile(path, "utf8")
    await writeFile(path, text.replace("(price, percent)", "(_, percent, price = 1)"))
    await plainGit(folder, "commit", "--quiet", "--all", "--message=One price for all")
  })
  const red = await call(["feedback", "verify", "--unsafe-host-runner"], { cwd })
  expect(red).toMatchObject({ code: 1, stdout: expect.stringContaining("fix-pr-open → regression-alarm") })
  expect(await processed(cwd, "verify")).toMatchObject({ code: 1, processed: [{ to: "regression-alarm" }] })
  const reverted = await call(["feedback", "revert", "fb-1"], { cwd })
  expect(reverted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^fb-1: draft pull request file:.*\/pulls\/2\.md\n$/),
  })
  expect((await call(["feedback", "revert", "fb-1"], { cwd })).stdout).toBe(reverted.stdout)
  await plainGit(review, "revert", "--no-edit", "HEAD^")
  await plainGit(review, "push", "--quiet")
  expect(await processed(cwd, "verify")).toMatchObject({ code: 0, processed: [{ to: "closed" }] })
})

test("verifiers that refute each fix fail it; --retry takes it up again where it failed", async () => {
  const cwd = await shop()
  await add(cwd)
  const strict = await serveRepair({ verdict: "fail" })
  const failed = await call(["feedback", "process", "--unsafe-host-runner", "--contract", "docs/*.md"], {
    cwd,
    env: strict.env,
  })
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/pending → failed {2}review: /) })
  await expect(readFile(join(cwd, ".proofloop/forge.git/proofloop/pulls/1.md"))).rejects.toThrow("ENOENT")
  const { env } = await serveRepair()
  expect(await call(["feedback", "process", "--unsafe-host-runner"], { cwd, env })).toMatchObject({
    code: 0,
    stdout: "Nothing to do.\n",
  })
  expect(await call(["feedback", "process", "--unsafe-host-runner", "fb-1"], { cwd, env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("retry it first"),
  })
  expect(await call(["feedback", "revert", "fb-1"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("feedback whose fix is merged"),
  })
  expect(await processed(cwd, "process", ["fb-1", "--retry", "--no-verifiers"], env)).toMatchObject({
    code: 0,
    processed: [{ from: "in-fix", to: "fix-pr-open" }],
  })
  expect(
    await call(["feedback", "process", "--unsafe-host-runner", "fb-1", "--retry"], { cwd, env }),
  ).toMatchObject({
    code: 2,
    stdout: "",
  })
})

test("--test-command runs the test; the store and the repository may be elsewhere", async () => {
  const repo = await shop()
  const cwd = await emptyFolder()
  const place = ["--repo", repo, "--store", "my store.db"]
  await add(cwd, ...place)
  const { env } = await serveRepair()
  const more = [...place, "--no-verifiers", "--test-command", "node --test {path}"]
  expect(await processed(cwd, "process", more, env)).toMatchObject({
    code: 0,
    processed: [{ to: "fix-pr-open" }],
  })
  await rm(join(cwd, "my store.db"))
  expect(await call(["feedback", "verify", "--unsafe-host-runner", ...place], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--store: there is no file"),
  })
})

test("a test that never ends, and one that cannot be run, suspend the row and count an attempt", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env } = await serveRepair()
  const slow = ["--no-verifiers", "--test-command", "sleep 60; {path}", "--test-timeout", "1"]
  const { code, stderr } = await processed(cwd, "process", slow, env)
  expect(code).toBe(3)
  expect(stderr).toContain("did not end within 1 s; --test-timeout gives it longer")
  const { stdout } = await call(["feedback", "show", "fb-1", "--json"], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ state: "in-fix", attempts: 1 })
})
