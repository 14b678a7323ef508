import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { fixBranch } from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { GOOD_EDIT } from "./fixing.fixture.ts"
import { repositoryToFix } from "./make_fix.fixture.ts"

const { repository, fix, show } = repositoryToFix()

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
  const same = { ...GOOD_EDIT, replace_all: true }
  const back = { ...GOOD_EDIT, old_string: "a + b", new_string: "a - b" }
  await expect(fix("fb-2", { edits: [same, back] })).rejects.toThrow("the edits change nothing")
  await expect(fix("fb-2", { edits: [{ ...GOOD_EDIT, old_string: "nowhere" }] })).rejects.toThrow(FixError)
  expect(await state()).toBe(before)
})

it.each(["../main", "fb 1", "", "a".repeat(65), "fb.lock", "x/y", "-\n"])(
  "takes no id %j into a ref",
  async (id) => {
    expect(() => fixBranch(id)).toThrow("auto/proofloop/")
    await expect(fix("fb-4", { branch: `auto/proofloop/${id}` })).rejects.toThrow("auto/proofloop/")
  },
)
