import { describe, expect, test } from "vitest"
import { type Feedback, FEEDBACK_STATES } from "./feedback.ts"
import { type Followed, followRow, rowsByState } from "./rows.fixture.ts"
import { dueStep, feedbackTable, stepNames, type StepName, transitions } from "./states.ts"
import type { FeedbackOutcome } from "./steps/step.ts"

const ROWS = Object.values(rowsByState).flat()
const outcomes: readonly FeedbackOutcome[] = ROWS.flatMap((row) =>
  (["on", "wait", "stop"] as const).map((next) => ({ row, next })),
)
const table = FEEDBACK_STATES.flatMap((from) => transitions[from].map((to) => `${from} → ${to}`))

/** The moves of each step; a row may fail wherever the table allows it. */
const movesOf = Object.entries(feedbackTable.steps).flatMap(([name, { from: ways }]) =>
  Object.entries(ways).flatMap(([from, to]: readonly [string, readonly string[]]) =>
    [...to, ...(feedbackTable.failing.some((state) => state === from) ? ["failed"] : [])].map((state) => ({
      name,
      move: `${from} → ${state}`,
    })),
  ),
)
const moves = new Set(movesOf.map(({ move }) => move))

/** Moves of the table that no step makes: those of a person. */
const BY_A_PERSON = [
  // `retry`: back to where it failed.
  "failed → pending",
  "failed → triaged",
  "failed → awaiting-approval",
  "failed → in-fix",
  "failed → fix-pr-open",
  // Given up, withdrawn or settled by hand.
  "failed → rejected",
  "failed → closed",
  "triaged → rejected",
  "in-fix → rejected",
  "regression-alarm → closed",
]

interface Edge {
  readonly from: Feedback
  readonly outcome: FeedbackOutcome
  readonly followed: Followed
}

/**
 * The row with one outcome of its first step, ignoring what a store would refuse; a second step only shows that it is
 * taken.
 */
async function edgeOf(from: Feedback, outcome: FeedbackOutcome): Promise<Edge> {
  let taken = 0
  const followed = await followRow(from, (_, row) => {
    taken += 1
    return Promise.resolve(taken === 1 ? outcome : { row, next: "stop" })
  })
  return { from, outcome, followed }
}

/** A step that leaves the same step due in the same state is a failed try. */
function isNothing(from: Feedback, { row, next }: FeedbackOutcome): boolean {
  return next === "on" && row.state === from.state && dueStep(row) === dueStep(from)
}

const edges = await Promise.all(
  ROWS.filter((row) => dueStep(row) !== null).flatMap((row) =>
    outcomes.filter((outcome) => !isNothing(row, outcome)).map((outcome) => edgeOf(row, outcome)),
  ),
)

describe("the transitions of the steps", () => {
  test("are the table but for what a person decides", () => {
    expect(moves.size).toBeGreaterThan(15)
    expect(table.filter((move) => !moves.has(move)).toSorted()).toEqual(BY_A_PERSON.toSorted())
  })
})

describe("the walk over every answer of every step", () => {
  test("takes each row up at the step it is due", async () => {
    for (const row of ROWS) {
      const seen: StepName[] = []
      const { steps } = await followRow(row, (name, at) => {
        seen.push(name)
        return Promise.resolve({ row: at, next: "wait" })
      })
      const owes = row.work.notices?.some(({ reason }) => reason === "busy") ?? false
      const due = owes ? "notify" : dueStep(row)
      expect([row.state, steps]).toEqual([row.state, due === null ? [] : [due]])
      expect(steps).toEqual(seen)
    }
  })

  test("goes with the row wherever the table lets it go, and nowhere else", () => {
    const gone = edges.filter(
      ({ from, outcome, followed }) => from.state !== outcome.row.state && followed.steps.length === 2,
    )
    const taken = new Set(gone.map(({ from, outcome }) => `${from.state} → ${outcome.row.state}`))
    // Nothing is due in a closed row.
    const open = [...moves].filter((move) => !move.endsWith(" → closed"))
    expect([...taken].toSorted()).toEqual(open.toSorted())
  })

  test("goes on only while a step is due, and ends with the row as the step left it", () => {
    for (const { from, outcome, followed } of edges) {
      const [step] = followed.steps
      const { next, row } = outcome
      const move = `${from.state} → ${row.state}`
      const is_legal =
        from.state === row.state || movesOf.some((known) => known.name === step && known.move === move)
      const goes_on = next === "on" && is_legal && dueStep(row) !== null
      expect([move, next, followed.steps]).toEqual([move, next, goes_on ? [step, dueStep(row)] : [step]])
      expect(followed).toMatchObject({ row, next: goes_on ? "stop" : next, thrown: null })
    }
  })

  test("holds the row where it is when a step throws what could not be noted", async () => {
    const defect = new Error("defect")
    for (const row of ROWS.filter((each) => dueStep(each) !== null)) {
      const followed = await followRow(row, () => Promise.reject(defect), { is_noted: false })
      expect(followed).toEqual({ row, next: "stop", thrown: defect, steps: [dueStep(row)] })
    }
  })

  test("takes every step", () => {
    const taken = new Set(edges.flatMap(({ followed }) => followed.steps))
    expect([...taken].toSorted()).toEqual([...stepNames].toSorted())
  })
})

test.each(FEEDBACK_STATES)(
  "a row in %s has a step that is due, unless it ended or waits for a later look",
  (state) => {
    const without = rowsByState[state].filter((row) => dueStep(row) === null)
    const ends = state === "failed" || state === "closed"
    const keeps_a_notice = without.every(({ work }) => work.notices?.[0]?.reason === "busy")
    expect(without.length === 0 || ends || keeps_a_notice).toBe(true)
  },
)

test("every state can be reached", () => {
  const reached = new Set(FEEDBACK_STATES.slice(0, 1))
  for (const state of reached) for (const next of transitions[state]) reached.add(next)
  expect(reached).toEqual(new Set(FEEDBACK_STATES))
})

test("the arrows are these", () => {
  expect(transitions).toEqual({
    pending: ["triaged", "rejected", "failed"],
    triaged: ["awaiting-approval", "in-fix", "rejected", "failed"],
    "awaiting-approval": ["triaged", "in-fix", "rejected", "failed"],
    "in-fix": ["fix-pr-open", "rejected", "failed"],
    "fix-pr-open": ["verified", "regression-alarm", "rejected", "failed"],
    verified: ["closed"],
    "regression-alarm": ["verified", "closed"],
    rejected: ["closed"],
    failed: ["pending", "triaged", "awaiting-approval", "in-fix", "fix-pr-open", "rejected", "closed"],
    closed: [],
  })
})
