import { git, requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, planOf, subjectsOf } from "./fixing.fixture.ts"
import { OLD_TEST, repositoryToFix } from "./make_fix.fixture.ts"

const { repository, fix, show } = repositoryToFix()

it("called again it keeps the commit; with other edits it replaces it: there is one fix on the branch", async () => {
  const { root } = repository
  const first = await fix("fb-3")
  expect(await fix("fb-3")).toEqual(first)
  const other = await fix("fb-3", { edits: [{ ...GOOD_EDIT, new_string: "b + a" }] })
  expect(other.commit).not.toBe(first.commit)
  expect(await subjectsOf(root, fixBranch("fb-3"))).toEqual(["fix: feedback fb-3", "first"])
  expect(await show(`${fixBranch("fb-3")}:src/calc.mjs`)).toContain("b + a")
})

it.each(["commit", "clean"] as const)("ended before %s, it is made whole by the next call", async (at) => {
  const { root } = repository
  const id = `fb-ended-${at}`
  const watch = (step: string) => {
    if (step === at) throw new Error("ended")
  }
  await expect(fix(id, { watch })).rejects.toThrow("ended")
  const made = await fix(id)
  expect(await subjectsOf(root, fixBranch(id))).toEqual([`fix: feedback ${id}`, "first"])
  expect((await requireGit(root, ["rev-parse", fixBranch(id)])).trim()).toBe(made.commit)
  expect(await requireGit(root, ["worktree", "list"])).not.toContain("proofloop-tree-")
})

it("refuses a branch outside its prefix, one with commits of somebody else, and one that is checked out", async () => {
  const { root, base } = repository
  await expect(fix("fb-5", { branch: "main" })).rejects.toThrow("branch")
  const theirs = fixBranch("fb-5")
  const tree = (await requireGit(root, ["rev-parse", `${base}^{tree}`])).trim()
  const commit = (await requireGit(root, ["commit-tree", tree, "-p", base, "-m", "by hand"])).trim()
  await requireGit(root, ["branch", theirs, commit])
  await expect(fix("fb-5")).rejects.toThrow("a commit that no fix made")
  expect((await requireGit(root, ["rev-parse", theirs])).trim()).toBe(commit)
  await fix("fb-6")
  await requireGit(root, ["checkout", "--quiet", fixBranch("fb-6")])
  const again = fix("fb-6", { edits: [{ ...GOOD_EDIT, new_string: "b + a" }] })
  await expect(again).rejects.toThrow("is checked out in a work tree")
  await requireGit(root, ["checkout", "--quiet", "main"])
})

it("moves no branch that a symbolic one points to", async () => {
  const { root, base } = repository
  await requireGit(root, ["symbolic-ref", `refs/heads/${fixBranch("fb-7")}`, "refs/heads/main"])
  const made = await fix("fb-7")
  expect((await requireGit(root, ["rev-parse", "main"])).trim()).toBe(base)
  expect((await requireGit(root, ["rev-parse", fixBranch("fb-7")])).trim()).toBe(made.commit)
})

it("takes away no test", async () => {
  const path = "tests/old.test.mjs"
  const plan = planOf([{ path, loc_estimate: 1, operation: "delete" }])
  const edit = (old_string: string, new_string: string) =>
    fix("fb-8", { edits: [{ path, old_string, new_string }], plan })
  const gone = "is gone, and what it tests is still there"
  await expect(edit("", "")).rejects.toThrow(gone)
  await expect(edit(OLD_TEST, 'import test from "node:test"\n')).rejects.toThrow(gone)
  await expect(edit("test(", "test.skip(")).rejects.toThrow(/gone|turned off/)
  await expect(edit("  t.assert.equal(add(1, 0), 1)\n", "")).rejects.toThrow("no longer asserts")
  expect(
    (await git(repository.root, ["rev-parse", "--verify", "--quiet", fixBranch("fb-8")])).exit_code,
  ).toBe(1)
})
