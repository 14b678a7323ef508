import { git, requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { removeTemplate } from "../../forge/forge.fixture.ts"
import { REVERT_BRANCH, bench } from "./revert_merge.fixture.ts"
import { revertMerge } from "./revert_merge.ts"

afterAll(removeTemplate)

// @requirement self-correction.revert
describe("taking a merged fix back", () => {
  it.each(["squashed", "rebased"] as const)("takes back all of what was %s", async (how) => {
    const made = await bench()
    await made.isNext(made[how])
    expect(await made.revert(made[how])).toMatchObject({ status: "opened" })
    const tip = await made.forge.git.fetchBranch(made.root, REVERT_BRANCH)
    expect((await git(made.root, ["diff", "--quiet", made.unrelated, tip])).exit_code).toBe(0)
  })

  it("says when nothing is left to take back", async () => {
    const { squashed, revert, isNext, forge, root } = await bench()
    const status = "nothing-to-revert"
    expect(await revert(squashed)).toEqual({ status, why: "next does not hold the merge any more" })
    await isNext(squashed)
    await revert(squashed)
    await isNext(await forge.git.fetchBranch(root, REVERT_BRANCH))
    expect(await revert(squashed)).toEqual({ status, why: "later commits have taken the work back already" })
  })

  it("leaves a conflict with later work to a person, and nothing half done", async () => {
    const { root, tested, unloadable, bare, forge, revert, isNext } = await bench()
    await isNext(unloadable)
    expect(await revert(tested)).toEqual({
      status: "conflict",
      why: "later work touches the same lines: src/price.mjs",
    })
    expect(await forge.pulls.find(REVERT_BRANCH)).toBeNull()
    expect(await requireGit(root, ["ls-remote", bare, `refs/heads/${REVERT_BRANCH}`])).toBe("")
    expect((await requireGit(root, ["worktree", "list"])).trim().split("\n")).toHaveLength(1)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  it("refuses the default branch, a row without a fix, and leaves a commit with a part of one", async () => {
    const { options, rebased_fix, revert, isNext } = await bench()
    const main = { ...options, merged_commit: rebased_fix, base: "main" }
    await expect(revertMerge(main)).rejects.toMatchObject({ code: "publish_refused", rule: "base" })
    const without = { ...options, merged_commit: rebased_fix, feedback: { ...options.feedback, work: {} } }
    await expect(revertMerge(without)).rejects.toThrow("feedback.work: expected a published fix")
    await isNext(rebased_fix)
    expect(await revert(rebased_fix)).toMatchObject({
      status: "partial",
      why: expect.stringContaining("holds only a part of what was published") as string,
    })
  })
})
