import { describe, expect, test } from "vitest"
import type { SnapshotFrom } from "xstate"
import { adjacencyMapToArray, getAdjacencyMap, getStateNodes } from "xstate/graph"
import { feedback_states, type Feedback, type FeedbackState, transitions } from "../feedback/feedback.ts"
import { step_names } from "../settings/settings.ts"
import { dueStep } from "./due.ts"
import { selfCorrectionMachine } from "./machine.ts"
import { rows_by_state } from "./rows.fixture.ts"
import type { StepOutcome } from "./setup.ts"

type Snapshot = SnapshotFrom<typeof selfCorrectionMachine>

const rows = Object.values(rows_by_state).flat()

const outcomes: readonly StepOutcome[] = rows.flatMap((row) =>
  (["on", "wait", "stop"] as const).map((next) => ({ row, next })),
)

/** Every path from a row on, whatever the steps come to: also what no store would let them write. */
function walk(row: Feedback) {
  const map = getAdjacencyMap(selfCorrectionMachine, {
    input: { row },
    events: (snapshot) => answersTo(snapshot) as never[],
    serializeState: (snapshot) => keyOf(snapshot),
    serializeEvent: (event) => JSON.stringify(event),
    stopWhen: (snapshot) => snapshot.status !== "active",
  })
  return { states: Object.values(map).map(({ state }) => state), edges: adjacencyMapToArray(map) }
}

function answersTo({ children }: Snapshot) {
  return Object.keys(children).flatMap((id) => [
    ...outcomes.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
    { type: `xstate.error.actor.${id}`, error: new Error("defect"), actorId: id },
  ])
}

function keyOf({ value, context }: Snapshot): string {
  return JSON.stringify([value, context.row, context.next, context.thrown !== null])
}

function invokedBy({ children }: Snapshot): readonly string[] {
  return Object.values(children as Record<string, { readonly src: unknown }>).map(({ src }) => String(src))
}

/** The state of the row that a state of the machine stands for; undefined for those that stand for none. */
function rowState(name: string): FeedbackState | undefined {
  return feedback_states.find((state) => state === name.replaceAll("_", "-"))
}

function topOf({ value }: Snapshot): string {
  return typeof value === "string" ? value : (Object.keys(value)[0] ?? "")
}

function moves(): readonly string[] {
  const drawn = Object.entries(selfCorrectionMachine.root.states).flatMap(([from, node]) =>
    (node.always ?? []).flatMap(({ target }) =>
      (target ?? []).map(({ key }) => [rowState(from), rowState(key)] as const),
    ),
  )
  return drawn.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [`${from} → ${to}`]))
}

/** What is in the table and not in the machine: moves that a person makes. */
const by_a_person = [
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

describe("the transitions of the machine", () => {
  const table = feedback_states.flatMap((from) => transitions[from].map((to) => `${from} → ${to}`))

  test("are all in the table", () => {
    expect(moves().filter((move) => !table.includes(move))).toEqual([])
    expect(moves().length).toBeGreaterThan(15)
  })

  test("are the table but for what a person decides", () => {
    expect(table.filter((move) => !moves().includes(move)).toSorted()).toEqual(by_a_person.toSorted())
  })
})

describe("the walk over every answer of every step", () => {
  const walks = rows.map((row) => ({ row, ...walk(row) }))
  const edges = walks.flatMap((one) => one.edges)

  test("takes each row up at the step it is due", () => {
    for (const { row, states } of walks) {
      const first = states[0]
      const invoked = first === undefined ? [] : invokedBy(first)
      const due = dueStep(row)
      expect([row.state, invoked]).toEqual([row.state, due === null ? [] : [due]])
    }
  })

  test("goes with the row wherever the table lets it go, and nowhere else", () => {
    const taken = new Set<string>()
    for (const { state, nextState } of edges) {
      const [from, to] = [state.context.row.state, rowState(topOf(nextState))]
      if (to !== undefined && to !== from) taken.add(`${from} → ${to}`)
    }
    expect([...taken].toSorted()).toEqual(moves().toSorted())
  })

  test("never stands in a state that is not the row's", () => {
    for (const { nextState } of edges.filter((edge) => edge.nextState.status === "active")) {
      expect(rowState(topOf(nextState))).toBe(nextState.context.row.state)
    }
  })

  test("goes on only while a step is due, and ends in held, failed or closed", () => {
    const allowed = new Set(moves())
    const legal = ({ state, nextState }: (typeof edges)[number]) => {
      const [from, to] = [state.context.row.state, nextState.context.row.state]
      return from === to || allowed.has(`${from} → ${to}`)
    }
    for (const edge of edges) {
      const { nextState } = edge
      const { next, row } = nextState.context
      const goes_on = next === "on" && dueStep(row) !== null && legal(edge)
      const place = nextState.status === "active" ? "a step" : topOf(nextState)
      expect([goes_on, invokedBy(nextState).length]).toEqual([place === "a step", Number(goes_on)])
      expect(["a step", "held", "failed", "closed"]).toContain(place)
    }
  })

  test("holds the row where it is when a step throws what could not be noted", () => {
    const broken = edges.filter(({ event }) => (event as { type: string }).type.startsWith("xstate.error"))
    expect(broken.length).toBeGreaterThan(10)
    for (const { state, nextState } of broken) {
      expect([topOf(nextState), nextState.context.row]).toEqual(["held", state.context.row])
      expect(nextState.context.thrown).toBeInstanceOf(Error)
    }
  })

  test("takes every step and enters every state", () => {
    const invoked = new Set(edges.flatMap(({ state }) => invokedBy(state)))
    expect([...invoked].toSorted()).toEqual([...step_names].toSorted())
    const nodes = getStateNodes(selfCorrectionMachine)
    const entered = new Set(
      [...edges.map(({ nextState }) => nextState), ...walks.flatMap((one) => one.states)].flatMap(
        ({ value }) =>
          typeof value === "string"
            ? [`feedback.${value}`]
            : Object.entries(value).map(([key, child]) => `feedback.${key}.${String(child)}`),
      ),
    )
    const passed_through = (id: string) => id.endsWith(".choosing") || id === "feedback.resuming"
    const leaves = nodes.filter((node) => node.type === "atomic" || node.type === "final").map(({ id }) => id)
    expect(leaves.filter((id) => !entered.has(id) && !passed_through(id))).toEqual([])
  })
})

test.each(feedback_states)(
  "a row in %s has a step that is due, unless it ended or waits for a later look",
  (state) => {
    const without = rows_by_state[state].filter((row) => dueStep(row) === null)
    const ends = state === "failed" || state === "closed"
    const keeps_a_notice = without.every(({ work }) => work.notices?.[0]?.reason === "busy")
    expect(without.length === 0 || ends || keeps_a_notice).toBe(true)
  },
)
