import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { fixBranch } from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { good_edit, planOf, project_files, sharedRepository, subjectsOf } from "./fixing.fixture.ts"
import { makeFix } from "./make_fix.ts"

const old_test = 'import test from "node:test"\ntest("a", (t) => {\n  t.assert.ok(1)\n  t.assert.ok(2)\n})\n'
const repository = sharedRepository({ ...project_files, "tests/old.test.mjs": old_test })

function fix(id: string, rest: Partial<Parameters<typeof makeFix>[0]> = {}) {
  const { root, base } = repository
  return makeFix({ root, base_commit: base, branch: fixBranch(id), edits: [good_edit], ...rest })
}

const show = (spec: string) => requireGit(repository.root, ["show", spec])

async function state(): Promise<string> {
  const { root } = repository
  const parts = [["status", "--porcelain=v2", "--branch"], ["for-each-ref"], ["worktree", "list"], ["diff"]]
  return (await Promise.all(parts.map((args) => requireGit(root, args)))).join("\n")
}

it("puts the edit on the fix branch, in one commit, and leaves base, work tree and index alone", async () => {
  const { root, base } = repository
  await writeFile(join(root, "src/calc.mjs"), "// half done\n")
  await addFiles(root, { "note.txt": "untracked\n", "staged.txt": "staged\n" })
  await requireGit(root, ["add", "staged.txt"])
  const before = await state()
  const made = await fix("fb-1")
  const branch_line = `${made.commit} commit\trefs/heads/auto/proofloop/fb-1`
  expect((await state()).replace(`${branch_line}\n`, "")).toBe(before)
  expect(made.files_edited).toEqual(["src/calc.mjs"])
  expect(await show(`${fixBranch("fb-1")}:src/calc.mjs`)).toContain("a + b")
  expect(await show(`${base}:src/calc.mjs`)).toContain("a - b")
  expect(await show("main:src/calc.mjs")).toContain("a - b")
  expect(await readFile(join(root, "src/calc.mjs"), "utf8")).toBe("// half done\n")
  const message = await requireGit(root, ["log", "-1", "--format=%B", made.commit])
  expect(message.trim()).toBe("fix: feedback fb-1\n\nFeedback-Id: fb-1")
  await requireGit(root, ["checkout", "--", "."])
  await requireGit(root, ["rm", "--quiet", "--cached", "staged.txt"])
})

it("refuses no edits and edits that change nothing, before there is a branch", async () => {
  const before = await state()
  await expect(fix("fb-2", { edits: [] })).rejects.toThrow("there are no edits")
  const same = { ...good_edit, replace_all: true }
  const back = { ...good_edit, old_string: "a + b", new_string: "a - b" }
  await expect(fix("fb-2", { edits: [same, back] })).rejects.toThrow("the edits change nothing")
  await expect(fix("fb-2", { edits: [{ ...good_edit, old_string: "nowhere" }] })).rejects.toThrow(FixError)
  expect(await state()).toBe(before)
})

it("called again it keeps the commit; with other edits it replaces it: there is one fix on the branch", async () => {
  const { root } = repository
  const first = await fix("fb-3")
  expect(await fix("fb-3")).toEqual(first)
  const other = await fix("fb-3", { edits: [{ ...good_edit, new_string: "b + a" }] })
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

it.each(["../main", "fb 1", "", "a".repeat(65), "fb.lock", "x/y", "-\n"])(
  "takes no id %j into a ref",
  async (id) => {
    expect(() => fixBranch(id)).toThrow("auto/proofloop/")
    await expect(fix("fb-4", { branch: `auto/proofloop/${id}` })).rejects.toThrow("auto/proofloop/")
  },
)

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
  const again = fix("fb-6", { edits: [{ ...good_edit, new_string: "b + a" }] })
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
  await expect(edit("", "")).rejects.toThrow("a fix deletes none")
  await expect(edit(old_test, 'import test from "node:test"\n')).rejects.toThrow("a test of it is gone")
  await expect(edit("test(", "test.skip(")).rejects.toThrow(/gone|skipped/)
  await expect(edit("  t.assert.ok(2)\n", "")).rejects.toThrow("1 assertions instead of 2")
  expect(
    (await git(repository.root, ["rev-parse", "--verify", "--quiet", fixBranch("fb-8")])).exit_code,
  ).toBe(1)
})
