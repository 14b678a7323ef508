import { expect, it } from "vitest"
import type { HookEvent } from "../events/host_event.ts"
import { ASKED, opened, ran, RED, stop, wrote } from "../fold/fold.fixture.ts"
import { createFold } from "../fold/fold.ts"
import { withFolder } from "./session_log.fixture.ts"
import { openSessionLog } from "./session_log.ts"
import { type FoldedLog, takeLine } from "./told_twice.ts"

const fold = createFold({ workspace_root: "/work" })
const BEGUN: FoldedLog = { state: fold.initial_state, told: [] }
// Gemini CLI gives its calls no id.
const withoutId = (event: HookEvent): HookEvent =>
  event.type === "calls_ended" ? { ...event, calls: event.calls.map((call) => ({ ...call, id: "" })) } : event
const EVENTS = [
  opened({ known_checks: ["npm test"] }),
  ASKED,
  withoutId(wrote("/work/src/sum.ts")),
  withoutId(ran("npm test", 1, RED)),
  stop(),
  stop(true),
].filter(({ type }) => type !== "opened")

function tell(sources: readonly (readonly [string, "observe" | "hold"])[], apart = 10) {
  let log = BEGUN
  const said: string[] = []
  EVENTS.forEach((event, index) => {
    sources.forEach(([source, mode], second) => {
      const taken = takeLine(fold, log, { event, mode, source, at: index * 1000 + second * apart })
      log = taken
      if (mode === "hold" && taken.reply.type !== "nothing") said.push(`${source} ${taken.reply.type}`)
    })
  })
  return { said, state: log.state }
}

it("counts what two installations tell as once, and one of them answers", () => {
  const once = tell([["user", "hold"]])
  const twice = tell([
    ["user", "hold"],
    ["project", "hold"],
  ])
  expect(once.said).toEqual(["user hold", "user hand_back"])
  expect(twice.said).toEqual(once.said)
  expect(twice.state).toEqual(once.state)
})

it("lets the one speak that may", () => {
  const sources = [
    ["user", "observe"],
    ["project", "hold"],
  ] as const
  expect(tell(sources).said).toEqual(["project hold", "project hand_back"])
  expect(tell(sources.toReversed()).said).toEqual(["project hold", "project hand_back"])
})

it("counts twice what one installation tells twice, or another one much later", () => {
  const { state } = tell([
    ["user", "hold"],
    ["user", "hold"],
  ])
  expect(state.calls).toBe(4)
  expect(
    tell(
      [
        ["user", "hold"],
        ["project", "hold"],
      ],
      6000,
    ).state.calls,
  ).toBe(4)
})

it("knows the second across processes", () =>
  withFolder(async (folder) => {
    const reply = (event: HookEvent, source: string) => {
      const log = openSessionLog(folder)
      return log.reply(log.append(event, "hold", source), fold, "1").type
    }
    const types: string[] = []
    for (const event of EVENTS) for (const source of ["user", "project"]) types.push(reply(event, source))
    expect(types).toEqual([
      ...Array.from({ length: 6 }, () => "nothing"),
      "hold",
      "nothing",
      "hand_back",
      "nothing",
    ])
  }))
