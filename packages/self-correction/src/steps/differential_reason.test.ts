import { expect, it } from "vitest"
import { differentialReason } from "./differential_reason.ts"

const OUTCOMES = ["pass", "fail", "error"] as const

it("two runs show a fix in one of the nine cases", () => {
  const said = OUTCOMES.flatMap((base) =>
    OUTCOMES.map((fix) => {
      const ran = (outcome: (typeof OUTCOMES)[number]) => ({
        outcome,
        reason: `${outcome} because`,
        tests_run: 1,
      })
      return [base, fix, differentialReason(ran(base), ran(fix))]
    }),
  )
  expect(said).toEqual([
    ["pass", "pass", "the test passes on the base as well, so it does not exercise the bug"],
    ["pass", "fail", "the test passes on the base and fails with the fix; on the fix: fail because"],
    ["pass", "error", "the test could not be judged; on the fix: error because"],
    ["fail", "pass", null],
    ["fail", "fail", "the test still fails with the fix; on the fix: fail because"],
    ["fail", "error", "the test could not be judged; on the fix: error because"],
    ["error", "pass", "the test could not be judged; on the base: error because"],
    ["error", "fail", "the test could not be judged; on the base: error because"],
    ["error", "error", "the test could not be judged; on the base: error because; on the fix: error because"],
  ])
})

it("the test that fails on the base has to run on the fix", () => {
  const base = { outcome: "fail", reason: "", tests_run: 4 } as const
  const on = (tests_run: number | null) => differentialReason(base, { ...base, outcome: "pass", tests_run })
  expect([on(4), on(5), on(null)]).toEqual([null, null, null])
  expect(on(3)).toBe("3 tests ran on the fix and 4 on the base; the test that fails has to run on both")
})
