import { expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector } from "../detector.ts"

type Called = readonly [name: string, call_arguments?: ToolCall["arguments"], result?: Partial<ToolResult>]

const LOOK: Called = ["read"]
const REPORT = "TAP version 13\nok 1 - a\n1..1\n# tests 1\n# pass 1\n# fail 0"

it.each<readonly [what: string, turn: readonly Called[], said: readonly (number | null)[]]>([
  ["a look", [LOOK], [null, 2, null, 4]],
  ["two looks", [LOOK, LOOK], [null, 2, null, 4]],
  ["a failing look", [["read", {}, { ok: false, error: "no such file" }]], [null, 2, null, 4]],
  ["a command that looks", [["shell", { command: "cat a.ts" }]], [null, 2, null, 4]],
  [
    "a command that fails",
    [["shell", { command: "cat a.ts" }, { ok: false, exit_code: 1 }]],
    [null, null, null, 2],
  ],
  ["a command that does something", [["shell", { command: "make" }]], [null, null, null, 2]],
  ["a check", [["shell", { command: "npm test" }]], [null, null, null, 2]],
  ["an edit", [["edit"]], [null, null, null, 2]],
  ["an edit that failed", [["edit", {}, { ok: false, error: "no match" }]], [null, null, null, 2]],
  ["an edit that changed nothing", [["edit", {}, { mutation_status: "unchanged" }]], [null, null, null, 2]],
  ["a probe that fails", [["probe", {}, { ok: false, error: "no" }]], [null, 2, null, 4]],
  ["an observation that fails", [["glance", {}, { ok: false, error: "no" }]], [null, 2, null, 4]],
  ["a probe", [["probe", { command: "./thing.sh" }]], [null, 2, null, 4]],
  [
    "a probe that reports tests",
    [["probe", { command: "./thing.sh" }, { output: REPORT }]],
    [null, null, null, 2],
  ],
  ["an undeclared call", [["deploy"]], [null, null, null, 2]],
  ["a look and an edit", [LOOK, ["edit"]], [null, null, null, 2]],
  ["a poll", [["shell", { command: "sleep 5" }]], [null, null, 2, null]],
  ["a call that still runs", [["read", {}, { status: "running" }]], [null, null, 2, null]],
  ["a progress report", [["progress"]], [null, null, 2, null]],
  ["no call", [], [null, null, 2, null]],
])("%s between looks", (_what, turn, said) => {
  expect(play([[LOOK], turn, [LOOK], [LOOK]])).toEqual(said)
})

it("trips once for every so many looks, and looks that begin a new task count from nothing", () => {
  expect(
    play(
      Array.from({ length: 7 }, () => [LOOK]),
      { monologue_actuation: 3 },
    ),
  ).toEqual([null, null, 3, null, null, 6, null])
  const detector = detectorWith({ monologue_actuation: 2 })
  const look = { tool_calls: [{ name: "read" }], results: [{ tool_name: "read", ok: true }] }
  const renewed = detector.renew(detector.observe(detector.initial_state, look).state)
  expect(detector.observe(renewed, look).warnings).toEqual([])
})

function play(turns: readonly (readonly Called[])[], knobs?: StallOptions): readonly (number | null)[] {
  const detector = detectorWith(knobs)
  let state = detector.initial_state
  return turns.map((called, turn) => {
    const step = detector.observe(state, {
      text: `turn ${turn}`,
      tool_calls: called.map(([name, call_arguments = {}], at) => ({
        name,
        arguments: { ...(call_arguments as object), turn, at },
      })),
      results: called.map(([tool_name, , result]) => ({ tool_name, ok: true, output: `${turn}`, ...result })),
    })
    state = step.state
    return step.warnings.find(({ pattern }) => pattern === "monologue_actuation")?.count ?? null
  })
}

function detectorWith(knobs: StallOptions = { monologue_actuation: 2 }): ReturnType<typeof createDetector> {
  return createDetector({
    stall_diagnostics: { repair_aware: true, fold: "same_turn", undeclared_role: "infer", ...knobs },
    tools: {
      read: { kind: "read" },
      edit: { kind: "edit" },
      progress: { soft: true },
      probe: { read_only: true },
      glance: { evidence_role: "observation" },
    },
  })
}
