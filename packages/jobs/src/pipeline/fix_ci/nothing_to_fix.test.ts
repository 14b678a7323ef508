import { scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { vitestOutput } from "../ci/actions_log.fixture.ts"
import { ciFailure, failedLog } from "./ci_failure.fixture.ts"
import { type FixCiOptions, fixCi } from "./fix_ci.ts"

/** Neither the model nor the folder may be asked. */
const never = { root: "/nowhere/at/all", fixer: scriptedModel([]) }

async function result(options: Partial<FixCiOptions>) {
  return fixCi({ ...never, failure: await ciFailure(), ...options })
}

describe("no repair is tried", () => {
  it("of CI that fails as it did before the last one", async () => {
    const { mark } = await ciFailure(failedLog(vitestOutput({ ms: 900 })))
    const { why, ...told } = await result({ before: mark })
    expect(told).toEqual({
      status: "same_failure",
      commit: null,
      tries: [],
      needs: [],
      check_changed: [],
      model_calls: 0,
    })
    expect(why).toContain("src/sum.test.js > adds")
  })

  it("of something that is lacking outside of the code", async () => {
    const failure = await ciFailure(failedLog("npm error code EAI_AGAIN", "npm ci"))
    const { status, why } = await result({ failure })
    expect(status).toBe("nothing_to_fix")
    expect(why).toContain("EAI_AGAIN")
  })

  it("where no job failed, or nothing is known of it", async () => {
    const failure = await ciFailure()
    const [job] = failure.jobs
    expect(await result({ failure: { ...failure, jobs: [] } })).toMatchObject({
      status: "nothing_to_fix",
      why: "no job failed",
    })
    const silent = job === undefined ? [] : [{ ...job, output: "" }]
    expect(await result({ failure: { ...failure, jobs: silent } })).toMatchObject({
      status: "nothing_to_fix",
      why: "nothing is known of what failed: test left neither a log nor a summary",
    })
  })

  it("with limits that are none", async () => {
    await expect(result({ limits: { max_tries: 0 } })).rejects.toThrow("limits.max_tries")
    await expect(result({ limits: { max_trys: 1 } as never })).rejects.toThrow(`Did you mean "max_tries"`)
  })
})
