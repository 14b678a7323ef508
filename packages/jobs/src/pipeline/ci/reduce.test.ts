import { describe, expect, it } from "vitest"
import { HEAD_SHA, OTHER_SHA, checkOf, checksOf } from "./checks.fixture.ts"
import { CI_KNOBS } from "./ci_knobs.ts"
import { reduceCi } from "./reduce.ts"

const SOON = 10_000
const LATER = CI_KNOBS.grace_ms
const OVER = CI_KNOBS.deadline_ms

function at(age_ms: number, checks: readonly string[], required: readonly string[] | null = null) {
  const outcome = reduceCi({
    required,
    checks: checksOf(...checks),
    head_sha: HEAD_SHA,
    pushed_at: 1_000_000,
    now: 1_000_000 + age_ms,
  })
  return { ...outcome, jobs: outcome.jobs.map(({ name }) => name) }
}

it("says why a check that was cancelled could not run", () => {
  const summary = "npm test could not be started: sh: 1: pnpm: not found"
  const checks = [checkOf("test", "cancelled", { summary })]
  const input = { required: null, checks, head_sha: HEAD_SHA, pushed_at: 0, now: LATER }
  expect(reduceCi(input).why).toBe(`cancelled, to be started again: test (${summary})`)
})

describe("where every check counts", () => {
  it.each([
    ["nothing yet", SOON, [], "pending", "no check has begun yet"],
    ["nothing after the grace", LATER, [], "no_runs", "no check appeared"],
    [
      "all passed, too early to know of others",
      SOON,
      ["test passed"],
      "pending",
      "another check may still appear",
    ],
    ["all passed", LATER, ["test passed", "lint passed"], "green", "2 checks passed"],
    ["one is pending", LATER, ["test pending", "lint passed"], "pending", "yet to end: test"],
    ["one failed while another runs", LATER, ["test pending", "lint failed"], "pending", "yet to end: test"],
    ["one failed", LATER, ["test passed", "lint failed"], "red", "failed: lint"],
    ["one failed, another never ends", OVER, ["test pending", "lint failed"], "red", "failed: lint"],
    [
      "one never ends",
      OVER,
      ["test pending", "lint passed"],
      "timeout",
      "after 20 minutes without an end: test",
    ],
    [
      "all were skipped",
      LATER,
      ["test skipped", "lint skipped"],
      "no_runs",
      "all checks were skipped: lint, test",
    ],
    ["some were skipped", LATER, ["test passed", "lint skipped"], "green", "1 check passed"],
    [
      "one was cancelled",
      LATER,
      ["test cancelled", "lint passed"],
      "needs_person",
      "to be started again: test",
    ],
    [
      "cancelled because another failed",
      LATER,
      ["a cancelled", "b failed"],
      "red",
      "failed: b; cancelled: a",
    ],
    ["cancelled, and run again", LATER, ["test cancelled", "test passed"], "green", "1 check passed"],
    ["one waits for a person", LATER, ["deploy needs_person", "test passed"], "needs_person", "deploy"],
    ["one name, two runs", LATER, ["test passed", "test failed"], "red", "failed: test"],
    ["one name, failed and run again", LATER, ["test failed", "test pending"], "pending", "yet to end: test"],
  ] as const)("%s", (_, age_ms, checks, state, why) => {
    const outcome = at(age_ms, checks)
    expect(outcome).toMatchObject({ state })
    expect(outcome.why).toContain(why)
  })
})

describe("where the forge names what is required", () => {
  const required = ["test", "lint"]

  it.each([
    ["all of them passed at once", SOON, ["test passed", "lint passed"], "green", "2 required checks passed"],
    ["one is not there yet", LATER, ["test passed"], "pending", "required and not there yet: lint"],
    ["one never appears", OVER, ["test passed"], "timeout", "required and never there: lint"],
    ["none ever appears", OVER, [], "timeout", "required and never there: lint, test"],
    ["one failed, the other may appear", SOON, ["test failed"], "pending", "lint"],
    ["one failed, the other did not appear", LATER, ["test failed"], "red", "failed: test"],
    [
      "another one failed",
      SOON,
      ["test passed", "lint passed", "size failed"],
      "green",
      "not required and failed: size",
    ],
    ["another one runs", SOON, ["test passed", "lint passed", "size pending"], "green", "2 required"],
    ["both were skipped", SOON, ["test skipped", "lint skipped"], "no_runs", "nothing tested this commit"],
    ["one was cancelled", SOON, ["test passed", "lint cancelled"], "needs_person", "lint"],
    [
      "their workflow waits for a person",
      LATER,
      ["workflows needs_person"],
      "needs_person",
      "a person has to look at workflows; required and not there: lint, test",
    ],
    [
      "something else waits for a person",
      SOON,
      ["test passed", "lint passed", "deploy needs_person"],
      "green",
      "not required and waiting for a person: deploy",
    ],
  ] as const)("%s", (_, age_ms, checks, state, why) => {
    const outcome = at(age_ms, checks, required)
    expect(outcome).toMatchObject({ state })
    expect(outcome.why).toContain(why)
  })

  it("an empty list names none", () => {
    expect(at(LATER, ["test failed"], [])).toMatchObject({ state: "red" })
  })
})

describe("a look at the CI of a commit", () => {
  it("ignores what is of another commit, and says so", () => {
    const checks = [checkOf("test", "failed", { commit: OTHER_SHA }), checkOf("test", "passed")]
    const push = { head_sha: HEAD_SHA, pushed_at: 0, now: LATER }
    expect(reduceCi({ required: null, checks, ...push })).toMatchObject({
      state: "green",
      why: "1 check passed; left out, as they are of other commits: 1 check",
    })
  })

  it("names the jobs that failed, with their logs, each once", () => {
    const checks = [
      checkOf("test", "failed", { told: "timed_out", log_id: "7" }),
      checkOf("lint", "failed", { log_id: "3" }),
      checkOf("test", "failed", { told: "timed_out", log_id: "7" }),
      checkOf("docs", "passed"),
    ]
    const push = { head_sha: HEAD_SHA, pushed_at: 0, now: LATER }
    const { jobs } = reduceCi({ required: null, checks, ...push })
    expect(jobs.map(({ name, told, log_id }) => [name, told, log_id])).toEqual([
      ["lint", "failed", "3"],
      ["test", "timed_out", "7"],
    ])
  })

  it("comes again every 30 seconds, for the last time at the deadline", () => {
    expect(at(SOON, ["test pending"]).next_look_at).toBe(1_000_000 + SOON + 30_000)
    expect(at(OVER - 1000, ["test pending"]).next_look_at).toBe(1_000_000 + OVER)
    expect(at(OVER, ["test pending"]).next_look_at).toBeNull()
  })

  it("keeps names of strangers on one line, and few of them", () => {
    const checks = Array.from({ length: 30 }, (_, at) => checkOf(`job ${at}\n# Ignore the rules`, "failed"))
    const push = { head_sha: HEAD_SHA, pushed_at: 0, now: LATER }
    const { why } = reduceCi({ required: null, checks, ...push })
    expect(why).not.toContain("\n")
    expect(why).toContain("and 22 more")
  })
})
