import { describe, expect, it } from "vitest"
import { createStallGuard } from "./stall_guard.ts"
import type { StallGuardOptions } from "./stall_guard_options.ts"
import type { AiSdkStep } from "./step.ts"

interface Call {
  readonly name: string
  readonly input?: object
  readonly output?: unknown
}

/** Steps of one call each, as the SDK makes them; a call without an output has no result. */
function stepsOf(count: number, callOf: (step: number) => Call): AiSdkStep[] {
  return Array.from({ length: count }, (_, at) => {
    const { name, input = {}, ...rest } = callOf(at + 1)
    const identity = { toolCallId: `call_${at}`, toolName: name, input }
    const result = "output" in rest ? [{ type: "tool-result", ...identity, output: rest.output }] : []
    return { content: [{ type: "tool-call", ...identity }, ...result], text: "", finishReason: "tool-calls" }
  })
}

const check = (command: string) => ({
  name: "shell",
  input: { command },
  output: { exitCode: 1, stdout: "3 is not 4" },
})

function watched(steps: readonly AiSdkStep[], options: StallGuardOptions = {}) {
  const guard = createStallGuard(options)
  guard.observe(steps)
  return guard
}

describe("one word for one thing", () => {
  it("on_hard_stop is called once, also when the host goes on", () => {
    let stops = 0
    const guard = watched(
      stepsOf(20, () => check("npm test")),
      { on_hard_stop: () => (stops += 1) },
    )
    expect(guard.hard_stop).toBe(true)
    expect(stops).toBe(1)
  })

  it("hard_stop stays, also after a step that goes well", () => {
    const guard = createStallGuard()
    const steps = stepsOf(8, (step) => (step < 8 ? check("npm test") : { name: "read", output: "fine" }))
    guard.observe(steps.slice(0, 7))
    expect(guard.stopWhen({ steps })).toBe(true)
  })

  it.each<[string, AiSdkStep[], StallGuardOptions, string]>([
    [
      "two calls in turn",
      stepsOf(13, (step) => ({ name: step % 2 ? "a" : "b", output: "x" })),
      { stall_diagnostics: { repeated_action_after: null } },
      "ping_pong",
    ],
    ["a call without a result", stepsOf(3, () => ({ name: "a" })), {}, "repeated_same_signature"],
    [
      "calls that only report",
      stepsOf(3, () => ({ name: "a", output: "x" })),
      { tools: { a: { soft: true } } },
      "no_progress_monologue",
    ],
    [
      "an error without repair_aware",
      stepsOf(4, () => ({ name: "a", output: { error: "x" } })),
      {
        stall_diagnostics: {
          repair_aware: false,
          repeated_action_after: null,
          repeated_tool_error_after: null,
        },
        tools: { a: { evidence_role: "observation" } },
      },
      "repeated_error",
    ],
    [
      "an error where every result is evidence",
      stepsOf(3, () => ({ name: "a", output: { error: "x" } })),
      { stall_diagnostics: { undeclared_role: "verification" } },
      "stuck_same_diagnostic",
    ],
  ])("%s trips one pattern once", (_, steps, options, pattern) => {
    const guard = watched(steps, options)
    expect(guard.warnings.map((warning) => warning.pattern)).toEqual([pattern])
    expect(guard.nudges).toHaveLength(1)
  })

  it("warnings are the last sixteen", () => {
    const guard = watched(stepsOf(30, () => ({ name: "a", output: "x" })))
    expect(guard.warnings.map(({ iteration }) => iteration)).toEqual(
      Array.from({ length: 16 }, (_, at) => at + 15),
    )
  })
})

describe("hooks", () => {
  it("wrapPrepareStep alone follows the run, also before the host's own function looks", async () => {
    const guard = createStallGuard()
    const turns: number[] = []
    const prepareStep = guard.wrapPrepareStep(() => {
      turns.push(guard.state.turn)
      return {}
    })
    const steps = stepsOf(3, () => check("npm test"))
    const messages = [{ role: "user", content: "go" }]
    expect(await prepareStep({ steps: steps.slice(0, 2), messages })).toEqual({})
    const prepared = await prepareStep({ steps, messages })
    expect(prepared).toEqual({ messages: [...messages, { role: "user", content: guard.nudges[0] }] })
    expect(turns).toEqual([2, 3])
  })

  it("reset forgets calls that repeat as well", () => {
    const guard = createStallGuard()
    for (let run = 0; run < 3; run += 1) {
      guard.observe(stepsOf(2, () => ({ name: "a", output: "x" })))
      expect(guard.warnings).toEqual([])
      guard.reset()
    }
  })
})

describe("checks", () => {
  const run = stepsOf(4, () => check("npm test"))

  it("given by the host are the only commands that verify", () => {
    expect(watched(run, { checks: ["npm test"] }).current_failure?.same_diagnostic_streak).toBe(4)
    const other = watched(run, { checks: ["make ci"] })
    expect(other.current_failure).toBeUndefined()
    expect(other.warnings.map(({ pattern }) => pattern)).toEqual(["repeated_action", "repeated_error"])
  })

  it("are not looked for where the host wants every result to be evidence", () => {
    const guard = watched(run, { stall_diagnostics: { undeclared_role: "verification" } })
    expect(guard.current_failure).toMatchObject({ check_id: "default", same_diagnostic_streak: 4 })
  })

  it("declared are believed, and one that passes clears its failure", () => {
    const tools = { unit: { evidence_role: "verification", check_id: "unit" } } as const
    const steps = stepsOf(4, (step) => ({
      name: "unit",
      output: step < 4 ? { error: "3 is not 4" } : "all good",
    }))
    const guard = createStallGuard({ tools })
    guard.observe(steps.slice(0, 3))
    expect(guard.current_failure).toMatchObject({ check_id: "unit", same_diagnostic_streak: 3 })
    guard.observe(steps)
    expect(guard.current_failure).toBeUndefined()
    expect(guard.hard_stop).toBe(false)
  })
})
