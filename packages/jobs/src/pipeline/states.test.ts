import { expect, test } from "vitest"
import { transitionsOf } from "../table/table.ts"
import { type PipelineRun, RUN_STATES, type RunState, type RunWork, type SWITCHES } from "./run.ts"
import { dueStep, phaseOf, PHASES, pipelineTable, transitions } from "./states.ts"

const HEAD = "a".repeat(40)
const PULL = {
  number: 1,
  url: "file:///1.md",
  identity: { forge: "local", repository: "r", number: 1, head: "b", commit: HEAD },
}

function rowIn(state: RunState, work: RunWork = {}, given: Partial<PipelineRun> = {}): PipelineRun {
  return {
    id: "run-1",
    url: "/shop",
    base: null,
    switches: "",
    received_at: "2026-01-01T00:00:00.000Z",
    place: null,
    state,
    attempts: 0,
    failed_in: null,
    error: null,
    work,
    revision: 1,
    updated_at: "2026-01-01T00:00:00.000Z",
    ...given,
  }
}

function ci(state: "green" | "red" | "pending" | "timeout", head = HEAD): Pick<RunWork, "ci"> {
  return { ci: { head, state, why: "", jobs: [], looked_at: "2026-01-01T00:00:00.000Z" } }
}

const REVIEWED = {
  head: HEAD,
  pull_request: PULL,
  self_review: { head: HEAD, findings: [], url: null, error: null },
}

test("every state can be reached, and from each one there is a way to an end", () => {
  const reached = new Set(RUN_STATES.slice(0, 1))
  for (const state of reached) for (const next of transitions[state]) reached.add(next)
  expect(reached).toEqual(new Set(RUN_STATES))
  const ends = (from: RunState, seen: ReadonlySet<RunState> = new Set()): boolean =>
    transitions[from].length === 0 ||
    transitions[from].some((to) => !seen.has(to) && ends(to, new Set([...seen, from])))
  expect(RUN_STATES.filter((state) => !ends(state))).toEqual([])
  expect(RUN_STATES.filter((state) => transitions[state].length === 0)).toEqual(["done", "cancelled"])
})

const ARROWS = transitionsOf(pipelineTable)

test("the arrows are these", () => {
  expect(ARROWS.map(({ from, to, by }) => `${from} -> ${to}: ${by}`)).toMatchInlineSnapshot(`
    [
      "queued -> analysing: begin",
      "queued -> cancelled: cancel",
      "queued -> failed: fail",
      "analysing -> planning: analyse",
      "analysing -> done: analyse",
      "analysing -> cancelled: cancel",
      "analysing -> failed: fail",
      "planning -> awaiting-approval: plan",
      "planning -> working: plan",
      "planning -> done: plan",
      "planning -> cancelled: cancel",
      "planning -> failed: fail",
      "awaiting-approval -> working: await_approval",
      "awaiting-approval -> planning: await_approval",
      "awaiting-approval -> done: await_approval",
      "awaiting-approval -> cancelled: cancel",
      "awaiting-approval -> failed: fail",
      "working -> publishing: check",
      "working -> cancelled: cancel",
      "working -> failed: fail",
      "publishing -> pr-open: publish",
      "publishing -> done: publish",
      "publishing -> cancelled: cancel",
      "publishing -> failed: fail",
      "pr-open -> verifying: await_merge",
      "pr-open -> done: await_merge",
      "pr-open -> cancelled: cancel",
      "pr-open -> failed: fail",
      "verifying -> done: verify",
      "verifying -> alarm: verify",
      "verifying -> done: give_up",
      "verifying -> failed: fail",
      "alarm -> done: await_recovery",
      "alarm -> done: give_up",
      "failed -> queued: retry",
      "failed -> analysing: retry",
      "failed -> planning: retry",
      "failed -> awaiting-approval: retry",
      "failed -> working: retry",
      "failed -> publishing: retry",
      "failed -> pr-open: retry",
      "failed -> verifying: retry",
      "failed -> cancelled: cancel",
    ]
  `)
})

test("whatever is open a person can end: it is cancelled, and done when it is merged already", () => {
  const given_up = transitionsOf(pipelineTable).filter(({ by }) => by === "cancel" || by === "give_up")
  const ends = new Map(given_up.map(({ from, to }) => [from, to]))
  const merged: readonly RunState[] = ["verifying", "alarm"]
  const open = RUN_STATES.filter((state) => state !== "done" && state !== "cancelled")
  expect(ends).toEqual(new Map(open.map((state) => [state, merged.includes(state) ? "done" : "cancelled"])))
})

test.each<readonly [string, string | null, PipelineRun]>([
  ["before all", "begin", rowIn("queued")],
  ["no request yet", "request_approval", rowIn("awaiting-approval")],
  [
    "asked after the second wish",
    "await_approval",
    rowIn("awaiting-approval", { wishes: ["a", "b"], approval: { id: "ap-1", round: 2 } }),
  ],
  ["nothing planned is left", "check", rowIn("working")],
  [
    "the base has moved",
    "update_base",
    rowIn("publishing", { outdated: { base_commit: HEAD, because: "moved" } }),
  ],
  ["published", "self_review", rowIn("pr-open", { head: HEAD, pull_request: PULL })],
  ["reviewed", "read_ci", rowIn("pr-open", REVIEWED)],
  ["CI of another head", "read_ci", rowIn("pr-open", { ...REVIEWED, ...ci("green", "b".repeat(40)) })],
  ["pending", "read_ci", rowIn("pr-open", { ...REVIEWED, ...ci("pending") })],
  ["red", "fix_ci", rowIn("pr-open", { ...REVIEWED, ...ci("red") })],
  [
    "red, and handed over",
    "await_merge",
    rowIn("pr-open", { ...REVIEWED, ...ci("red"), handed_over: { why: "", head: HEAD } }),
  ],
  ["a CI that timed out", "await_merge", rowIn("pr-open", { ...REVIEWED, ...ci("timeout") })],
  ["green", "await_merge", rowIn("pr-open", { ...REVIEWED, ...ci("green") })],
  [
    "green, and it conflicts",
    "update_base",
    rowIn("pr-open", {
      ...REVIEWED,
      ...ci("green"),
      outdated: { base_commit: HEAD, because: "conflict" },
    }),
  ],
  ["a pull request that is gone", "look_up", rowIn("pr-open", { ...REVIEWED, gone: { why: "" } })],
  ["merged", "verify", rowIn("verifying")],
  ["worse", "revert", rowIn("alarm")],
  ["a revert is drafted", "await_recovery", rowIn("alarm", { revert: { url: "file:///2.md" } })],
  ["failed", null, rowIn("failed")],
  ["at the end", null, rowIn("done")],
])("%s: %s is due", (_, step, row) => {
  expect(dueStep(row)).toBe(step)
})

const REQUEST = { id: "c1", thread: null, author: "ann", path: null, line: null, body: "Rename it." }

test.each<readonly [(typeof SWITCHES)[number], string, RunWork]>([
  ["no_self_review", "read_ci", { head: HEAD, pull_request: PULL }],
  ["no_ci_watch", "await_merge", REVIEWED],
  ["no_auto_fix_ci", "await_merge", { ...REVIEWED, ...ci("red") }],
])("with %s, %s is due", (name, step, work) => {
  expect(dueStep(rowIn("pr-open", work, { switches: name }))).toBe(step)
  expect(dueStep(rowIn("pr-open", work))).not.toBe(step)
})

test("what was read of reviewers is worked in, whether it was read by a switch or on demand", () => {
  const work = { ...REVIEWED, ...ci("green"), requests: [REQUEST] }
  for (const switches of ["integrate", ""])
    expect(dueStep(rowIn("pr-open", work, { switches }))).toBe("integrate")
  expect(dueStep(rowIn("pr-open", { ...work, requests: [] }))).toBe("await_merge")
})

test("the phases of hosts are a projection of the states", () => {
  const phases = RUN_STATES.filter((state) => state !== "failed").map((state) => phaseOf(rowIn(state)))
  expect(new Set([...phases, "REVIEWING"])).toEqual(new Set(PHASES))
  expect(phaseOf(rowIn("failed", {}, { failed_in: "working" }))).toBe("WORKING")
  const asked = rowIn(
    "pr-open",
    { ...REVIEWED, ...ci("green"), requests: [REQUEST] },
    { switches: "integrate" },
  )
  expect(phaseOf(asked)).toBe("REVIEWING")
})
