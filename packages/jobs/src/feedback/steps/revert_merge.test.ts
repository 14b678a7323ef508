import { git } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { removeTemplate } from "../../forge/forge.fixture.ts"
import { REVERT_BRANCH, bench } from "./revert_merge.fixture.ts"

afterAll(removeTemplate)

// @requirement self-correction.revert
describe("taking a merged fix back", () => {
  it("opens one draft, which a person decides about", async () => {
    const { root, forge, merge, unrelated, revert, isNext } = await bench()
    await isNext(merge)
    const opened = await revert(merge)
    expect(opened).toMatchObject({ status: "opened", number: 1 })
    expect(await forge.pulls.get(1)).toMatchObject({
      draft: true,
      state: "open",
      head: REVERT_BRANCH,
      base: "next",
      title: "revert(tool): feedback fb-1",
      body: expect.stringMatching(/`[\da-f]{40}`[^]*\n## Why\n\nred ## again\n[^]*\nFeedback-Id: fb-1\n/),
    })
    const tip = await forge.git.fetchBranch(root, REVERT_BRANCH)
    expect((await git(root, ["diff", "--quiet", unrelated, tip])).exit_code).toBe(0)
    expect(await revert(merge)).toEqual(opened)
    expect(await forge.git.fetchBranch(root, "next")).toBe(merge)
  })
})
