import { expect, test } from "vitest"
import { type CheckRun, compareChecks, withoutRemoved } from "./run_check.ts"

const GREEN: CheckRun = {
  command: "npm test",
  outcome: "green",
  failing: [],
  tests_run: 2,
  exit_code: 0,
  output_sha256: "",
  output: "",
  reason: "",
  sandbox: "none",
  setup_problem: null,
}
const RED: CheckRun = { ...GREEN, outcome: "red", failing: ["a"], exit_code: 1 }

test("green with fewer tests than before, or with none that is told, is weaker", () => {
  expect(compareChecks(RED, GREEN)).toEqual({ verdict: "fine", why: "" })
  expect(compareChecks(RED, { ...GREEN, tests_run: 1 })).toEqual({
    verdict: "weaker",
    why: "1 test ran, and 2 before",
  })
  expect(compareChecks(RED, { ...GREEN, tests_run: null }).why).toBe(
    "it does not say that a test ran, and 2 before",
  )
  expect(compareChecks({ ...GREEN, tests_run: null }, { ...GREEN, tests_run: null }).verdict).toBe("fine")
})

test("what fails as before is no fault of the change, unless fewer tests ran", () => {
  expect(compareChecks(RED, RED).verdict).toBe("fine")
  expect(compareChecks(RED, { ...RED, tests_run: 1 }).verdict).toBe("weaker")
  expect(compareChecks(RED, { ...RED, failing: ["a", "b"], tests_run: 1 }).verdict).toBe("worse")
  expect(compareChecks(GREEN, RED).verdict).toBe("worse")
})

test("a check that lacks something is never as before: it is worse where it ran before, and else says nothing", () => {
  const lacking: CheckRun = {
    ...GREEN,
    outcome: "unable",
    tests_run: null,
    exit_code: 101,
    reason: "cargo test lacks something outside the code: failed to get `serde`",
  }
  const unnamed = { ...RED, failing: ["<unparsed-failure>: failed to get `serde`"] }
  for (const before of [GREEN, RED, unnamed])
    expect(compareChecks(before, lacking)).toEqual({ verdict: "worse", why: lacking.reason })
  expect(compareChecks(lacking, lacking)).toEqual({ verdict: "unable", why: lacking.reason })
  expect(compareChecks(undefined, lacking).verdict).toBe("unable")
  // It did not run at all, because a tool of this machine is missing.
  expect(compareChecks(GREEN, { ...lacking, exit_code: null }).verdict).toBe("unable")
})

test("tests that went as a plan says are missed nowhere later", () => {
  const removed_tests = { files: ["tests/old.test.mjs"], count: 1 }
  const outcome = { id: "T001-S01", status: "completed", commit: "c", files: [], error: null } as const
  const outcomes = [{ ...outcome, rejections: [], proof: null, turns: 1, removed_tests }]
  const fewer = { ...GREEN, tests_run: 1 }
  expect(compareChecks(GREEN, fewer).verdict).toBe("weaker")
  expect(compareChecks(withoutRemoved(GREEN, outcomes), fewer).verdict).toBe("fine")
  expect(compareChecks(withoutRemoved(GREEN, outcomes), { ...GREEN, tests_run: 0 }).verdict).toBe("weaker")
})
