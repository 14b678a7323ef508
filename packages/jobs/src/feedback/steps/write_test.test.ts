import { requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { goodTest } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { branch, oldTest, repositoryWithFix } from "./write_test.fixture.ts"
import { writeRegressionTest } from "./write_test.ts"

const { fixed } = repositoryWithFix()

it("commits the test on top of the fix, and says how it is run", async () => {
  const options = await fixed()
  const { root, fix_commit } = options
  const before = await requireGit(root, ["status", "--porcelain=v2", "--branch"])
  const written = await writeRegressionTest({ rooms: HOST_ROOMS, ...options })
  expect(written).toEqual({
    path: "tests/add.test.mjs",
    command: "node --test tests/add.test.mjs",
    commit: (await requireGit(root, ["rev-parse", branch])).trim(),
  })
  expect((await requireGit(root, ["rev-parse", `${branch}^`])).trim()).toBe(fix_commit)
  expect(await requireGit(root, ["show", `${branch}:${written.path}`])).toBe(goodTest.content)
  const message = await requireGit(root, ["log", "-1", "--format=%B", branch])
  expect(message).toContain("Feedback-Id: fb-1\nRegression-Test: tests/add.test.mjs")
  expect(await requireGit(root, ["status", "--porcelain=v2", "--branch"])).toBe(before)
})

it("adds to a test file that is there, and writes over none", async () => {
  const options = await fixed()
  const test = { path: oldTest.path, content: goodTest.content }
  await expect(writeRegressionTest({ rooms: HOST_ROOMS, ...options, test })).rejects.toThrow(
    "a line that was there is gone",
  )
  const added = `${oldTest.content}\ntest("none", () => {\n  assert.equal(typeof test, "function")\n})\n`
  const written = await writeRegressionTest({
    rooms: HOST_ROOMS,
    ...options,
    test: { ...test, content: added },
  })
  expect(written.path).toBe(oldTest.path)
})
