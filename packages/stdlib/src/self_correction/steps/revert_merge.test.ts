import { afterAll, describe, expect, it } from "vitest"
import { commitPaths } from "../../workspace/commit_paths.ts"
import { git, requireGit } from "../../workspace/git.ts"
import { addFiles } from "../../workspace/workspace.fixture.ts"
import { head, published, pushAs, removeTemplate } from "../forge/forge.fixture.ts"
import { localForge } from "../forge/local_forge.ts"
import { rowOf } from "./publish.fixture.ts"
import { revertMerge } from "./revert_merge.ts"

afterAll(removeTemplate)

const revert_branch = "auto/proofloop/revert-fb-1"

async function bench() {
  const made = await published()
  await pushAs(made.root, made.bare, made.tested, head)
  const forge = localForge({ repository: made.bare })
  const feedback = rowOf(made, { state: "regression-alarm", fix_pr_url: "https://forge.example/1" })
  const { root, bare, unrelated } = made
  /** Puts what git makes of the fix in a clone's work tree on `next`. */
  const merge = async (...args: readonly string[]): Promise<string> => {
    await requireGit(root, ["reset", "--quiet", "--hard", unrelated])
    await requireGit(root, args)
    const commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    await pushAs(root, bare, commit, "next")
    return commit
  }
  const revert = (merged_commit: string, base = "next") =>
    revertMerge({ root, forge, feedback, merged_commit, base, reason: "red\n## again" })
  return { ...made, forge, merge, revert }
}

describe("taking a merged fix back", () => {
  it.each([
    ["a merge", ["merge", "--quiet", "--no-ff", "-m", "merge", head]],
    ["a rebase", ["cherry-pick", `main..${head}`]],
  ])("opens one draft after %s", async (_, args) => {
    const { root, bare, forge, merge, revert, tested, unrelated } = await bench()
    await requireGit(root, ["branch", head, tested])
    const merged_commit = await merge(...args)
    const opened = await revert(merged_commit)
    expect(opened).toMatchObject({ status: "opened", number: 1 })
    expect(await forge.pullRequest(1)).toMatchObject({
      draft: true,
      head: revert_branch,
      base: "next",
      title: "revert(tool): feedback fb-1",
      body: expect.stringMatching(/`[\da-f]{40}`[^]*\n## Why\n\nred ## again\n[^]*\nFeedback-Id: fb-1\n/),
    })
    const tip = await forge.fetchBranch(root, revert_branch)
    expect((await git(root, ["diff", "--quiet", unrelated, tip])).exit_code).toBe(0)
    expect(await revert(merged_commit)).toEqual(opened)
    expect((await requireGit(root, ["ls-remote", bare, "refs/heads/next"])).split("\t")[0]).toBe(
      merged_commit,
    )
  })

  it("knows a squash, and says when nothing is left to take back", async () => {
    const { root, bare, tested, forge, merge, revert, unrelated } = await bench()
    await requireGit(root, ["reset", "--quiet", "--hard", unrelated])
    const squashed = await merge("cherry-pick", "--no-commit", `main..${tested}`).then(async () => {
      await requireGit(root, ["commit", "--quiet", "-m", "squash"])
      return (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    })
    expect(await revert(squashed)).toEqual({ status: "nothing-to-revert" })
    await pushAs(root, bare, squashed, "next")
    expect(await revert(squashed)).toMatchObject({ status: "opened" })
    const tip = await forge.fetchBranch(root, revert_branch)
    await forge.close(1)
    await pushAs(root, bare, tip, "next")
    expect(await revert(squashed)).toEqual({ status: "nothing-to-revert" })
  })

  it("leaves a conflict with later work to a person, and nothing half done", async () => {
    const { root, bare, tested, forge, revert } = await bench()
    await requireGit(root, ["reset", "--quiet", "--hard", tested])
    await addFiles(root, { "src/price.mjs": "export function price(net) {\n  return net * 1.25\n}\n" })
    await pushAs(root, bare, (await commitPaths(root, ["src/price.mjs"], "later")) ?? "", "next")
    expect(await revert(tested)).toEqual({ status: "conflict", files: ["src/price.mjs"] })
    expect(await forge.findPullRequest(revert_branch)).toBeNull()
    expect(await requireGit(root, ["ls-remote", bare, `refs/heads/${revert_branch}`])).toBe("")
    expect((await requireGit(root, ["worktree", "list"])).trim().split("\n")).toHaveLength(1)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  it("refuses the default branch, a row without a fix, and a commit with a part of one", async () => {
    const { root, bare, forge, fix, tested, merge, revert, unrelated } = await bench()
    await expect(revert(tested, "main")).rejects.toMatchObject({ code: "publish_refused", rule: "base" })
    const feedback = { ...rowOf({ base: fix, fix, tested }), work: {} }
    const options = { root, forge, feedback, merged_commit: tested, base: "next", reason: "red" }
    await expect(revertMerge(options)).rejects.toThrow("feedback.work: expected a published fix")
    await pushAs(root, bare, unrelated, "next")
    const part = await merge("cherry-pick", fix)
    await expect(revert(part)).rejects.toThrow("holds only a part of what was published")
  })
})
