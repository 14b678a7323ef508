import { expect, test } from "vitest"
import type { CheckVerdict, Verdict } from "../protocol/verdict.ts"
import { calls, runScript } from "./loop.fixture.ts"

const SYNTAX: CheckVerdict = { status: "fail", check_id: "critic:G2", evidence: "a.py:1: invalid syntax" }
const SCOPE: CheckVerdict = {
  status: "fail",
  check_id: "critic:G1",
  evidence: "package.json was not in the task",
}
const BOTH: Verdict = { ...SYNTAX, checks: [SCOPE, { status: "pass", check_id: "critic:G7" }] }

async function runWith(verdicts: readonly Verdict[]) {
  let asked = 0
  const script = [calls("apply_fix"), { text: "done" }, { text: "done" }, { text: "done" }]
  return runScript(script, {
    stall_diagnostics: { repair_aware: true, fold_verdicts: true },
    max_iterations: 4,
    verify_completion: () => verdicts[Math.min((asked += 1), verdicts.length) - 1] ?? true,
  })
}

test("every check of a verification is evidence about itself, and the verdict that counts is told", async () => {
  const { result, events } = await runWith([BOTH])
  const told = events.filter((event) => event.type === "evidence").slice(0, 3)
  expect(told).toMatchObject([
    { check_id: "critic:G1", class: "fail", source: "function" },
    { check_id: "critic:G7", class: "pass", source: "function" },
    { check_id: "critic:G2", class: "fail", source: "function" },
  ])
  expect(result.verified).toBe(false)
  expect(result.current_failure).toMatchObject({ check_id: "critic:G2", others: [{ check_id: "critic:G1" }] })
})

test("a check that passes again clears its own failure and proves nothing", async () => {
  const passed: CheckVerdict = { status: "pass", check_id: "critic:G1" }
  const { result } = await runWith([
    BOTH,
    { ...SYNTAX, checks: [passed] },
    { status: "pass", check_id: "npm test", checks: [{ status: "pass", check_id: "critic:G2" }] },
  ])
  expect(result).toMatchObject({ status: "done", verified: true, proof: { check_id: "npm test" } })
  const standing = await runWith([BOTH, { status: "pass", check_id: "npm test", checks: [passed] }])
  expect(standing.result).toMatchObject({ verified: false })
  const unproved = await runWith([{ status: "unable", reason: "no tests", checks: [passed] }])
  expect(unproved.result).toMatchObject({ verified: false, proof: null })
})

test("what is not a verdict among the checks is left out, and more than 64 are", async () => {
  const junk = [null, 7, { status: "maybe" }, ...Array.from({ length: 100 }, () => SCOPE)] as never
  const { events } = await runWith([{ ...SYNTAX, checks: junk }, { status: "pass" }])
  const scopes = events.filter((event) => event.type === "evidence" && event.check_id === "critic:G1")
  expect(scopes).toHaveLength(61)
})
