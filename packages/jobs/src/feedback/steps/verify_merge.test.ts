import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { removeTemplate, TEST_PATH } from "../../forge/forge.fixture.ts"
import { FEEDBACK_BODY } from "./publish.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { bench } from "./verify_merge.fixture.ts"
import { verifyMerge } from "./verify_merge.ts"

afterAll(removeTemplate)

// @requirement self-correction.merge
describe("the test on the merged commit", () => {
  it("passes: the fix is verified, with what is to be remembered", async () => {
    const { root, forge, feedback, tested } = await bench()
    const before = await requireGit(root, ["status", "--porcelain"])
    const verdict = await verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit: tested })
    expect(verdict).toEqual({
      status: "verified",
      setup_problem: null,
      merged_commit: tested,
      regression_test_path: TEST_PATH,
      memories: [
        {
          topic: "failure_patterns",
          payload: {
            fix_class: "tool",
            root_cause: "a tax of 10 % where 20 % belongs",
            feedback_body: FEEDBACK_BODY,
            regression_test_path: TEST_PATH,
            merged_sha: tested,
          },
          embedding_key: "failure:fb-1",
          confidence: 85,
          source_id: "fb-1",
        },
        {
          topic: "review_patterns",
          payload: { fix_class: "tool", outcome: "verified", merged_sha: tested },
          embedding_key: "review:fb-1",
          confidence: 80,
          source_id: "fb-1",
        },
      ],
    })
    expect(await requireGit(root, ["status", "--porcelain"])).toBe(before)
    expect((await requireGit(root, ["worktree", "list"])).trim().split("\n")).toHaveLength(1)
  })

  it("fails: an alarm with what it printed, also for a row that had one", async () => {
    const { root, forge, feedback, red: merged_commit } = await bench()
    const alarmed = { ...feedback, state: "regression-alarm" as const }
    const verdict = await verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback: alarmed, merged_commit })
    expect(verdict).toMatchObject({
      status: "regression-alarm",
      merged_commit,
      outcome: "fail",
      exit_code: 1,
    })
    expect(verdict).toHaveProperty("output", expect.stringContaining("11 == 12"))
  })

  it("is not run for a row that was not published", async () => {
    const { root, forge, feedback, tested: merged_commit } = await bench()
    for (const state of ["in-fix", "verified", "closed"] as const) {
      const verdict = verifyMerge({
        rooms: HOST_ROOMS,
        root,
        forge,
        feedback: { ...feedback, state },
        merged_commit,
      })
      await expect(verdict).rejects.toThrow(
        `feedback.state: expected a row in state fix-pr-open or regression-alarm`,
      )
    }
    const bare = { ...feedback, work: {} }
    await expect(
      verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback: bare, merged_commit }),
    ).rejects.toThrow("feedback.work.test")
    const unknown = verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit: "f".repeat(40) })
    await expect(unknown).rejects.toMatchObject({ code: "forge_error" })
  })
})
