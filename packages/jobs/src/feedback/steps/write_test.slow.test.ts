import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, goodTest, subjectsOf } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { branch, repositoryWithFix } from "./write_test.fixture.ts"
import { writeRegressionTest } from "./write_test.ts"

const { repository, fixed } = repositoryWithFix()

it("called again it keeps the commit; another test takes its place; a fix made again keeps neither twice", async () => {
  const options = await fixed()
  const first = await writeRegressionTest({ rooms: HOST_ROOMS, ...options })
  expect(await writeRegressionTest({ rooms: HOST_ROOMS, ...options })).toEqual(first)
  const content = goodTest.content.replace("a sum", "a sum of two")
  const other = await writeRegressionTest({
    rooms: HOST_ROOMS,
    ...options,
    test: { ...goodTest, content },
    test_command: (path) => `run ${path}`,
  })
  expect(other.command).toBe("run tests/add.test.mjs")
  const titles = ["test: regression test of feedback fb-1", "fix: feedback fb-1", "first"]
  expect(await subjectsOf(options.root, options.branch)).toEqual(titles)
  const { root, base } = repository
  const again = await makeFix({ root, base_commit: base, branch, edits: [GOOD_EDIT] })
  expect(again.commit).toBe(options.fix_commit)
  expect(await subjectsOf(options.root, options.branch)).toEqual(titles)
})

it.each(["commit", "clean"] as const)("ended before %s, it is made whole by the next call", async (at) => {
  const options = await fixed()
  const watch = (step: string) => {
    if (step === at) throw new Error("ended")
  }
  await expect(writeRegressionTest({ rooms: HOST_ROOMS, ...options, watch })).rejects.toThrow("ended")
  await writeRegressionTest({ rooms: HOST_ROOMS, ...options })
  expect(await subjectsOf(options.root, options.branch)).toHaveLength(3)
  expect(await requireGit(options.root, ["worktree", "list"])).not.toContain("proofloop-tree-")
})

it("refuses the base branch and a fix that is not on the fix branch", async () => {
  const { root, base } = repository
  const options = await fixed()
  await expect(writeRegressionTest({ rooms: HOST_ROOMS, ...options, branch: "main" })).rejects.toThrow(
    "branch",
  )
  await expect(
    writeRegressionTest({ rooms: HOST_ROOMS, ...options, branch: fixBranch("fb-none") }),
  ).rejects.toThrow("does not have the commit")
  const other = (await requireGit(root, ["commit-tree", `${base}^{tree}`, "-p", base, "-m", "other"])).trim()
  await expect(writeRegressionTest({ rooms: HOST_ROOMS, ...options, fix_commit: other })).rejects.toThrow(
    "does not have the commit",
  )
})

it("writes nowhere but in the tree: no link, no denied file", async () => {
  const { root } = repository
  await symlink("/tmp", join(root, "linked"))
  await requireGit(root, ["checkout", "--quiet", "-b", "with-link"])
  const base = (await commitPaths(root, ["linked"], "link")) ?? ""
  await requireGit(root, ["checkout", "--quiet", "main"])
  const other = fixBranch("fb-5")
  const { commit } = await makeFix({ root, base_commit: base, branch: other, edits: [GOOD_EDIT] })
  const write = (path: string) =>
    writeRegressionTest({
      rooms: HOST_ROOMS,
      root,
      branch: other,
      fix_commit: commit,
      test: { ...goodTest, path },
    })
  await expect(write("linked/a.test.mjs")).rejects.toThrow("symbolic link")
  await expect(write("../a.test.mjs")).rejects.toThrow("without . and ..")
  await expect(write(".github/workflows/a.test.mjs")).rejects.toThrow("sensitive")
  expect((await requireGit(root, ["rev-parse", other])).trim()).toBe(commit)
})
