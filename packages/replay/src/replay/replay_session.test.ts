import { createDetector } from "@proofloop/runtime/detector"
import { describe, expect, test } from "vitest"
import { recordedCall } from "../sessions/recorded_call.ts"
import type { RecordedTurn } from "../sessions/session.ts"
import { EDIT, FAILING, PASSING, replay, type Step, strict, turns } from "./replay.fixture.ts"

const THRASH: readonly Step[] = [FAILING, EDIT, FAILING, EDIT, FAILING]

describe("a replay", () => {
  test("trips where the same failure was seen for the third time across edits", async () => {
    const run = await replay(turns([...THRASH, EDIT, EDIT]))
    expect(run.trips).toEqual([
      {
        event: 4,
        turn: 5,
        pattern: "stuck_same_diagnostic",
        confidence: "certain",
        signature: expect.stringMatching(/^err:[\da-f]{64}$/),
        streak: 3,
        hard_stop: false,
      },
    ])
    expect(run).toMatchObject({
      id: "r",
      source: "s",
      events: 7,
      turns: 7,
      after_trip: { turns: 2 },
      after_hard_stop: { turns: 0 },
      recovered_after_trip: false,
    })
  })

  test("of a run that ends at its trip has nothing at stake after it", async () => {
    const run = await replay(turns(THRASH, 10))
    expect([run.trips.length, run.after_trip, run.tokens]).toEqual([1, { turns: 0 }, 55])
  })

  test("counts the tokens after the trip where they are known", async () => {
    const run = await replay(turns([...THRASH, EDIT, PASSING], 10))
    expect(run.after_trip).toEqual({ turns: 2, tokens: 22 })
  })

  test("tells a run that recovered by itself", async () => {
    const run = await replay(turns([...THRASH, EDIT, PASSING]))
    expect(run).toMatchObject({ recovered_after_trip: true, recovered_after_hard_stop: false })
  })

  test("a pass of another check is no recovery", async () => {
    const other: Step = ["bash", "npx tsc -b", "exit code 0"]
    expect((await replay(turns([...THRASH, EDIT, other]))).recovered_after_trip).toBe(false)
  })

  test("reports a hard stop on a run that recovered as harm", async () => {
    const run = await replay(turns([...THRASH, EDIT, FAILING, EDIT, FAILING, EDIT, PASSING]))
    expect(run.trips.map(({ hard_stop }) => hard_stop)).toEqual([false, true])
    expect(run).toMatchObject({ after_hard_stop: { turns: 2 }, recovered_after_hard_stop: true })
  })

  test("lists the first hard stop alone, and the seconds after a trip, of a pause five minutes", async () => {
    const steps = [
      ...THRASH,
      EDIT,
      FAILING,
      EDIT,
      FAILING,
      ...Array.from({ length: 9 }, () => [EDIT, FAILING]).flat(),
    ]
    const at = (turn: RecordedTurn, index: number) => ({
      ...turn,
      ended_at: 6e5 * index,
    })
    const run = await replay(turns(steps as readonly Step[]).map(at))
    expect(run.trips.filter(({ hard_stop }) => hard_stop)).toHaveLength(1)
    expect(run.after_trip).toEqual({ turns: 22, seconds: 22 * 300 })
    expect(run.evidence).not.toBe("")
  })

  test("without a trip says so", async () => {
    const run = await replay(turns([FAILING, EDIT, PASSING]))
    expect(run).toMatchObject({ trips: [], after_trip: { turns: 0 }, recovered_after_trip: false })
  })

  test("keeps a timeline of what was edited, checked and failing", async () => {
    const { timeline } = await replay(turns(THRASH))
    expect(
      timeline.map(({ calls }) => calls.map(({ role, outcome }) => `${role} ${outcome}`).join()),
    ).toEqual(["check failed", "edit ok", "check failed", "edit ok", "check failed"])
    expect(timeline[4]).toMatchObject({
      turn: 5,
      failing: { streak: 3 },
      trips: [{ pattern: "stuck_same_diagnostic" }],
      calls: [{ tool: "bash", summary: "npm test" }],
    })
  })

  test("keeps a pass that proves too little apart", async () => {
    const { timeline } = await replay(
      turns([
        ["bash", "npm test", "1 passed in 0.11s\nexit code 0"],
        FAILING,
        EDIT,
        ["bash", "npm test", "1 passed in 0.11s\nexit code 0"],
      ]),
    )
    expect(timeline.map(({ calls }) => calls[0]?.outcome)).toEqual(["ok", "failed", "ok", "weak"])
  })

  test.each([
    [{ command: "view", path: "src/a.ts" }, "src/a.ts"],
    [{ command: "grep x", path: "src" }, "grep x"],
    [{ command: "ls" }, "ls"],
  ])("shows of %j what tells most: %s", async (call_arguments, summary) => {
    const call = recordedCall({ event: 0, tool: "x", arguments: call_arguments, observation: "ok" })
    const { timeline } = await replay([{ event: 0, text: "", calls: [call] }])
    expect(timeline[0]?.calls[0]?.summary).toBe(summary)
  })

  test("redacts secrets in what it shows", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    const { timeline } = await replay(turns([["bash", `curl -H "Authorization: token ${secret}" x`, "ok"]]))
    expect(JSON.stringify(timeline)).not.toContain(secret)
  })
})

describe("what the user asks for", () => {
  const asked = (turn: RecordedTurn): RecordedTurn => ({ ...turn, after_user: true })
  const words = (event: number): RecordedTurn => ({
    event,
    text: `Answer ${event} to another question.`,
    calls: [],
  })

  test("is no monologue, however often it is answered in words", async () => {
    const detector = createDetector({ stall_diagnostics: { repair_aware: true } })
    const answers = [0, 1, 2, 3, 4, 5].map(words)
    expect((await replay(answers, detector)).trips.length).toBeGreaterThan(0)
    expect((await replay(answers.map(asked), detector)).trips).toEqual([])
  })

  test("leaves what is failing as it is", async () => {
    expect((await replay(turns(THRASH).map(asked))).trips).toHaveLength(1)
  })
})

test("a run that judged nothing says what could not be read", async () => {
  const rounds = Array.from({ length: 20 }, (_, index): Step => ["bash", "forge same", `round ${index}`])
  const { unjudged } = await replay(turns(rounds))
  expect(unjudged).toEqual({ calls: 20, tools: [], commands: ["forge same"] })
  expect((await replay(turns([...rounds, PASSING]))).unjudged).toBeUndefined()
})

test("asking after a command that still runs is no repeat", async () => {
  const ask = (event: number, status: "running" | undefined): RecordedTurn => ({
    event,
    text: "",
    calls: [
      recordedCall({ event, tool: "TaskOutput", arguments: { id: "1" }, observation: "building", status }),
    ],
  })
  const six = [0, 1, 2, 3, 4, 5]
  expect((await replay(six.map((event) => ask(event, "running")))).trips).toEqual([])
  expect((await replay(six.map((event) => ask(event, undefined)))).trips.length).toBeGreaterThan(0)
})

describe("a trip about an action", () => {
  const look: Step = ["bash", "ls", "a"]

  test("told with the next reply belongs to the turn it is about, and that reply came after it", async () => {
    const run = await replay(turns([look, look, look, look, look, look]), strict)
    expect(run.trips[0]).toMatchObject({ event: 2, turn: 3, pattern: "repeated_same_observation" })
    expect(run.after_trip).toEqual({ turns: 3 })
    expect(run.timeline.find(({ trips }) => trips.length > 0)?.turn).toBe(3)
  })

  test("in a turn of several calls is about the call that repeats", async () => {
    const pair = (event: number): RecordedTurn => ({
      event,
      text: "",
      calls: [
        recordedCall({ event, tool: "read_file", arguments: { path: "a.ts" }, observation: "text" }),
        recordedCall({
          event: event + 1,
          tool: "read_file",
          arguments: { path: `${event}` },
          observation: `${event}`,
        }),
      ],
    })
    const detector = createDetector({
      stall_diagnostics: {
        repair_aware: true,
        fold: "same_turn",
        undeclared_role: "infer",
        repeated_action_after: 3,
      },
    })
    const run = await replay([0, 2, 4].map(pair), detector)
    expect(run.trips).toMatchObject([{ event: 4, turn: 3, pattern: "repeated_action" }])
  })
})
