import { afterAll, describe, expect, it } from "vitest"
import { removeTemplate, TEST_PATH } from "../../forge/forge.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { bench } from "./verify_merge.fixture.ts"
import { verifyMerge } from "./verify_merge.ts"

afterAll(removeTemplate)

// @requirement self-correction.merge
describe("the test on the merged commit", () => {
  it("does not load: an alarm, and no pass", async () => {
    const { root, forge, feedback, unloadable: merged_commit } = await bench()
    const verdict = await verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit })
    expect(verdict).toMatchObject({ status: "regression-alarm", outcome: "error" })
  })

  it("is not there, or is another one: an alarm without a run", async () => {
    const { root, forge, feedback, fix, weaker } = await bench()
    const missing = await verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit: fix })
    expect(missing).toMatchObject({
      status: "regression-alarm",
      outcome: "missing",
      reason: `${TEST_PATH} is not in ${fix.slice(0, 12)}`,
    })
    const changed = await verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit: weaker })
    expect(changed).toMatchObject({
      status: "regression-alarm",
      outcome: "missing",
      reason: expect.stringContaining("is not the file that was published"),
    })
  })

  it("is interrupted, which is no alarm", async () => {
    const { root, forge, feedback, tested: merged_commit } = await bench()
    const signal = AbortSignal.abort(new Error("stop"))
    await expect(
      verifyMerge({ rooms: HOST_ROOMS, root, forge, feedback, merged_commit, signal }),
    ).rejects.toThrow("stop")
  })
})
