import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { fixBranch } from "./fix_branch.ts"
import {
  good_edit,
  good_test,
  project_files,
  sharedRepository,
  subjectsOf,
  testOf,
} from "./fixing.fixture.ts"
import { makeFix } from "./make_fix.ts"
import { writeRegressionTest } from "./write_test.ts"

const old_test = { path: "tests/old.test.mjs", content: testOf("", "assert.ok(true)") }
const repository = sharedRepository({ ...project_files, [old_test.path]: old_test.content })

const branch = fixBranch("fb-1")
let fix: ReturnType<typeof makeFix> | undefined

/** The branch with its fix and nothing on top of it. */
async function fixed() {
  const { root, base } = repository
  fix ??= makeFix({ root, base_commit: base, branch, edits: [good_edit] })
  const { commit } = await fix
  await requireGit(root, ["update-ref", `refs/heads/${branch}`, commit])
  return { root, branch, fix_commit: commit, test: good_test }
}

it("commits the test on top of the fix, and says how it is run", async () => {
  const options = await fixed()
  const { root, fix_commit } = options
  const before = await requireGit(root, ["status", "--porcelain=v2", "--branch"])
  const written = await writeRegressionTest(options)
  expect(written).toEqual({
    path: "tests/add.test.mjs",
    command: "node --test tests/add.test.mjs",
    commit: (await requireGit(root, ["rev-parse", branch])).trim(),
  })
  expect((await requireGit(root, ["rev-parse", `${branch}^`])).trim()).toBe(fix_commit)
  expect(await requireGit(root, ["show", `${branch}:${written.path}`])).toBe(good_test.content)
  const message = await requireGit(root, ["log", "-1", "--format=%B", branch])
  expect(message).toContain("Feedback-Id: fb-1\nRegression-Test: tests/add.test.mjs")
  expect(await requireGit(root, ["status", "--porcelain=v2", "--branch"])).toBe(before)
})

it("called again it keeps the commit; another test takes its place; a fix made again keeps neither twice", async () => {
  const options = await fixed()
  const first = await writeRegressionTest(options)
  expect(await writeRegressionTest(options)).toEqual(first)
  const content = good_test.content.replace("a sum", "a sum of two")
  const other = await writeRegressionTest({
    ...options,
    test: { ...good_test, content },
    test_command: (path) => `run ${path}`,
  })
  expect(other.command).toBe("run tests/add.test.mjs")
  const titles = ["test: regression test of feedback fb-1", "fix: feedback fb-1", "first"]
  expect(await subjectsOf(options.root, options.branch)).toEqual(titles)
  const { root, base } = repository
  const again = await makeFix({ root, base_commit: base, branch, edits: [good_edit] })
  expect(again.commit).toBe(options.fix_commit)
  expect(await subjectsOf(options.root, options.branch)).toEqual(titles)
})

it.each(["commit", "clean"] as const)("ended before %s, it is made whole by the next call", async (at) => {
  const options = await fixed()
  const watch = (step: string) => {
    if (step === at) throw new Error("ended")
  }
  await expect(writeRegressionTest({ ...options, watch })).rejects.toThrow("ended")
  await writeRegressionTest(options)
  expect(await subjectsOf(options.root, options.branch)).toHaveLength(3)
  expect(await requireGit(options.root, ["worktree", "list"])).not.toContain("proofloop-tree-")
})

it("refuses the base branch and a fix that is not on the fix branch", async () => {
  const { root, base } = repository
  const options = await fixed()
  await expect(writeRegressionTest({ ...options, branch: "main" })).rejects.toThrow("branch")
  await expect(writeRegressionTest({ ...options, branch: fixBranch("fb-none") })).rejects.toThrow(
    "does not have the commit",
  )
  const other = (await requireGit(root, ["commit-tree", `${base}^{tree}`, "-p", base, "-m", "other"])).trim()
  await expect(writeRegressionTest({ ...options, fix_commit: other })).rejects.toThrow(
    "does not have the commit",
  )
})

it("adds to a test file that is there, and writes over none", async () => {
  const options = await fixed()
  const test = { path: old_test.path, content: good_test.content }
  await expect(writeRegressionTest({ ...options, test })).rejects.toThrow("a line that was there is gone")
  const added = `${old_test.content}\ntest("none", () => {\n  assert.equal(typeof test, "function")\n})\n`
  const written = await writeRegressionTest({ ...options, test: { ...test, content: added } })
  expect(written.path).toBe(old_test.path)
})

it("writes nowhere but in the tree: no link, no denied file", async () => {
  const { root } = repository
  await symlink("/tmp", join(root, "linked"))
  await requireGit(root, ["checkout", "--quiet", "-b", "with-link"])
  const base = (await commitPaths(root, ["linked"], "link")) ?? ""
  await requireGit(root, ["checkout", "--quiet", "main"])
  const other = fixBranch("fb-5")
  const { commit } = await makeFix({ root, base_commit: base, branch: other, edits: [good_edit] })
  const write = (path: string) =>
    writeRegressionTest({ root, branch: other, fix_commit: commit, test: { ...good_test, path } })
  await expect(write("linked/a.test.mjs")).rejects.toThrow("symbolic link")
  await expect(write("../a.test.mjs")).rejects.toThrow("without . and ..")
  await expect(write(".github/workflows/a.test.mjs")).rejects.toThrow("sensitive")
  expect((await requireGit(root, ["rev-parse", other])).trim()).toBe(commit)
})
