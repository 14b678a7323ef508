import { expect, it } from "vitest"
import type { Checks } from "../../forge/checks.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { HEAD_SHA, checksOf, fixedChecks } from "./checks.fixture.ts"
import { CI_KNOBS, ciKnobs } from "./ci_knobs.ts"
import { lookAtCi } from "./look_at_ci.ts"
import { watchEvent } from "./watch_event.ts"

const PUSH = { base: "main", head_sha: HEAD_SHA, pushed_at: 0 }

function broken(error: Error): Checks {
  return { ...fixedChecks([]), of: async () => Promise.reject(error) }
}

it("asks the forge for the required checks and for those of the commit", async () => {
  const checks = fixedChecks(checksOf("test passed", "size failed"), { required: ["test"] })
  expect(await lookAtCi({ ...PUSH, checks, now: 1000 })).toMatchObject({ state: "green", next_look_at: null })
})

it("is pending while the forge cannot be asked, and waits as long as it says", async () => {
  const secret = `ghp_${"x1Y2".repeat(9)}`
  const checks = broken(new ForgeError(`busy: ${secret}`, { retryable: true, retry_after_ms: 300_000 }))
  const outcome = await lookAtCi({ ...PUSH, checks, now: 1000 })
  expect(outcome).toMatchObject({ state: "pending", jobs: [], next_look_at: 301_000 })
  expect(outcome.why).toContain("the forge could not be asked: busy")
  expect(outcome.why).not.toContain(secret)
  expect(await lookAtCi({ ...PUSH, checks, now: CI_KNOBS.deadline_ms })).toMatchObject({ state: "timeout" })
})

it("passes on what a later look does not mend", async () => {
  const error = new ForgeError("no", { retryable: false, problem: "credential" })
  await expect(lookAtCi({ ...PUSH, checks: broken(error), now: 0 })).rejects.toBe(error)
})

it("refuses knobs that are none", () => {
  expect(ciKnobs({ grace_ms: 0 })).toEqual({ ...CI_KNOBS, grace_ms: 0 })
  expect(() => ciKnobs({ deadline_ms: 0 })).toThrow("ci.deadline_ms")
  expect(() => ciKnobs({ grace_mss: 1 } as never)).toThrow(`Did you mean "grace_ms"`)
})

it("is a record for a log", async () => {
  const outcome = await lookAtCi({ ...PUSH, checks: fixedChecks(checksOf("test failed")), now: 90_000 })
  expect(watchEvent(outcome, { head_sha: HEAD_SHA, elapsed_ms: 90_000 })).toEqual({
    type: "ci.watch.failure",
    state: "red",
    head_sha: HEAD_SHA,
    elapsed_ms: 90_000,
    jobs: ["test"],
    why: "failed: test",
  })
})
