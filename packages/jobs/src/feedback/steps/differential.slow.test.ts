import { describe, expect, it } from "vitest"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"
import { sharedFix } from "./differential.fixture.ts"
import { runDifferential } from "./differential.ts"
import { testOf } from "./fixing.fixture.ts"
import { HOST_ROOMS, runOnHost } from "./rooms.fixture.ts"

const { repository, differential } = sharedFix()

// @requirement self-correction.differential
describe("runDifferential", () => {
  it("takes a file that does not load on the base for an error", async () => {
    const missing = await differential(testOf('import { sub } from "../src/calc.mjs"', "assert.ok(sub)"))
    expect(missing.base.outcome).toBe("error")
    expect(missing.reason).toContain("no test ran: SyntaxError")
  })

  it("says that a test is not in its commit, and knows no commit that is not there", async () => {
    const { root, base } = repository
    const test = { path: "tests/none.test.mjs", command: "node --test tests/none.test.mjs" }
    const ran = await runDifferential({ rooms: HOST_ROOMS, root, base_commit: base, fix_commit: base, test })
    expect(ran).toMatchObject({ verified: false, base: { outcome: "error", exit_code: null } })
    expect(ran.reason).toContain("tests/none.test.mjs is not in the commit")
    const unknown = runDifferential({
      rooms: HOST_ROOMS,
      root,
      base_commit: "0".repeat(40),
      fix_commit: base,
      test,
    })
    await expect(unknown).rejects.toMatchObject({ code: "git_error" })
  })
})

it("a test sees no credentials of the host, and its output is cut and redacted", async () => {
  setEnvironment({ SOME_TOKEN: "visible" })
  const command = `node -e 'console.log(process.env.SOME_TOKEN, "ghp_${"a1B2".repeat(9)}"); console.log("x".repeat(20000))'`
  const ran = await runOnHost({ root: repository.root, test: { path: "a.test.mjs", command } })
  expect(ran.output).toContain("undefined [redacted]")
  expect(ran.output.length).toBeLessThan(8100)
  expect(ran.outcome).toBe("error")
})
