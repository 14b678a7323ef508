import { describe, expect, it } from "vitest"
import type { DeclaredAnnotations, ToolResult } from "../protocol/tool.ts"
import { createDetector, type DetectorOptions } from "./detector.ts"
import { unjudgedWords } from "./unjudged.ts"

type Step = readonly [tool: string, command: string, result?: ToolResult]

const INFER = { repair_aware: true, fold: "same_turn", undeclared_role: "infer" } as const
const TOOLS = {
  read_file: { kind: "read" },
  edit_file: { kind: "edit" },
  run_tests: { evidence_role: "verification" },
  progress: { soft: true },
} satisfies Record<string, DeclaredAnnotations>

function play(steps: readonly Step[], options: DetectorOptions = {}) {
  const detector = createDetector({ stall_diagnostics: INFER, tools: TOOLS, ...options })
  let state = detector.initial_state
  for (const [index, [name, command, result]] of steps.entries()) {
    const call_arguments = command === "" ? { n: index } : { command }
    const tool_calls = [{ name, arguments: call_arguments }]
    const results = [{ tool_name: name, ok: true, output: `done ${index}`, ...result }]
    state = detector.observe(JSON.parse(JSON.stringify(state)), { tool_calls, results }).state
  }
  return { detector, state, unjudged: detector.unjudged(state) }
}

const times = (count: number, ...steps: readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, () => steps).flat()
const ASK: Step = ["ask_oracle", ""]
const LOOK: Step = ["read_file", ""]

describe("what could not be read", () => {
  it("is told after 20 calls, by its tools and its commands", () => {
    expect(play(times(19, ASK)).unjudged).toBeUndefined()
    expect(play(times(20, ASK)).unjudged).toEqual({ calls: 20, tools: ["ask_oracle"], commands: [] })
    const shell = times(5, ["shell", "./forge  same 2>&1"], ["shell", "ls"], ["shell", "git add a.ts"], LOOK)
    expect(play(shell).unjudged).toEqual({ calls: 20, tools: [], commands: ["./forge same"] })
  })

  it("stays, and its names are at most eight", () => {
    const steps = Array.from({ length: 40 }, (_, index): Step => [`tool_${index}`, ""])
    const { detector, state, unjudged } = play(steps)
    expect(unjudged?.calls).toBe(40)
    expect(unjudged?.tools).toHaveLength(8)
    expect(detector.unjudged(detector.renew(state))).toEqual(unjudged)
  })

  it("keeps of a long command its program, and no secret", () => {
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    const steps = times(10, ["shell", `forge all ${"x ".repeat(60)}`], ["shell", `forge --token ${token}`])
    const { commands = [] } = play(steps).unjudged ?? {}
    expect(commands[0]).toBe("forge all")
    expect(commands[1]).toMatch(/^forge --token /)
    expect(commands[1]).not.toContain(token)
  })

  it.each<[string, readonly Step[], DetectorOptions?]>([
    ["looks", times(30, LOOK)],
    ["edits", times(30, ["edit_file", ""])],
    ["calls that only report progress", times(30, ["progress", ""])],
    ["calls that still run", times(30, ["ask_oracle", "", { status: "running" }])],
    ["calls that were refused", times(30, ["ask_oracle", "", { ok: false, status: "refused" }])],
    ["looks with a few calls that are not known", [...times(30, LOOK), ...times(4, ASK)]],
    ["a check among them", [...times(10, ASK), ["run_tests", ""], ...times(30, ASK)]],
    ["a check that fails", [...times(10, ASK), ["run_tests", "", { ok: false }], ...times(30, ASK)]],
    ["a known check", [...times(10, ASK), ["shell", "npm test"], ...times(30, ASK)]],
    ["commands where the host lists its checks", times(30, ["shell", "./forge same"]), { checks: ["make"] }],
    ["exempt tools", times(30, ASK), { stall_diagnostics: { ...INFER, exempt_tools: ["ask_oracle"] } }],
    ["inference off", times(30, ASK), { stall_diagnostics: { repair_aware: true, fold: "same_turn" } }],
  ])("is nothing in a run of %s", (_name, steps, options) => {
    expect(play(steps, options).unjudged).toBeUndefined()
  })
})

describe("the words about it", () => {
  const unjudged = { calls: 24, tools: ["run_all", "mcp.deploy now"], commands: ["./forge same"] }

  it("name what is unknown, and how the door takes a declaration", () => {
    expect(unjudgedWords(unjudged)).toBe(
      'No result of 24 calls judged the work. It is unknown what these tools do: run_all, "mcp.deploy now". ' +
        'Declare the one that checks: tools: { "run_all": { evidence_role: "verification" } }. ' +
        'It is unknown what these commands do: "./forge same". Name the one that checks: checks: ["./forge same"].',
    )
  })

  it("say nothing of what is not there, or cannot be declared", () => {
    expect(unjudgedWords({ ...unjudged, commands: [] }, { tools: "tool_annotations" })).toMatch(
      /Declare the one that checks: tool_annotations: \{[^.]*\}\.$/,
    )
    expect(unjudgedWords({ ...unjudged, tools: [] }, { check: null })).toBe(
      'No result of 24 calls judged the work. It is unknown what these commands do: "./forge same".',
    )
  })
})
