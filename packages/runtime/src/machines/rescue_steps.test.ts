import { describe, expect, test } from "vitest"
import { calls, runScript } from "../loop/loop.fixture.ts"
import type { AgentLoopOptions } from "../loop/options.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"

const sameTool = scriptedTool({ name: "run_test", results: () => "same" })
const WORDS = { text: "I shall look at the config." }
const RESCUED: Partial<AgentLoopOptions> = {
  loop_until_done: true,
  max_nudges: 9,
  max_iterations: 9,
  stall_diagnostics: {
    repeat_same_observation: 2,
    no_progress_messages: 2,
    hard_stop_after_trips: 1,
    thrash_rescue: true,
  },
}

/** @requirement loop.rescue.monologue */
test("one rescue a run, whichever of the two it was for", async () => {
  const ran = await runScript([WORDS, WORDS, calls("run_test"), calls("run_test")], {
    ...RESCUED,
    tools: [sameTool],
  })
  expect(ran.result).toMatchObject({ status: "stuck", stop_reason: "thrash_hard_stop" })
  expect(ran.types.filter((type) => type === "loop_control_decision")).toHaveLength(1)
})

test("each skipped call has a result that says why, before the model is told what to do", async () => {
  const ran = await runScript([calls("run_test"), calls("run_test", "run_test"), { text: "##DONE##" }], {
    ...RESCUED,
    tools: [sameTool],
  })
  const told = ran.requests[2]?.messages.slice(-4) ?? []
  expect(told.map(({ role }) => role)).toEqual(["assistant", "tool", "tool", "user"])
  expect(told.map(({ content }) => content).slice(1, 3)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining("it would show the same as before")),
  )
})

test("what is quoted of a long reply is cut, and a secret across the cut is not told in halves", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`
  const long = { text: `${"word ".repeat(78)}${secret} ${"more ".repeat(400)}` }
  const ran = await runScript([long, long, { text: "##DONE##" }], { ...RESCUED, event_content: true })
  const told = ran.events.flatMap((event) =>
    event.type === "feedback_injected" && event.kind === "monologue_recovery" ? [event.text ?? ""] : [],
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.length).toBeLessThan(600)
  expect(told[0]).not.toContain("ghp_")
})

describe("the receipt of a hard stop", () => {
  const [A, B] = [calls("run_test"), { text: "##DONE##" }]
  const receiptsOf = async (script: Parameters<typeof runScript>[0], options = RESCUED) => {
    const { events } = await runScript(script, { ...options, tools: [sameTool] })
    return events.flatMap((event) =>
      event.type === "agent_loop_recovery_receipt"
        ? [`${event.pattern} ${event.status} ${event.outcome} ${event.tool_count}`]
        : [],
    )
  }

  test("says that it was passed by, and that the next one stood", async () => {
    expect(await receiptsOf([A, A, B])).toEqual(["repeated_same_observation fired recovering 1"])
    expect(await receiptsOf([WORDS, WORDS, A, B])).toEqual(["no_progress_monologue fired recovering 0"])
    expect(await receiptsOf([A, A, A, A])).toEqual([
      "repeated_same_observation fired recovering 1",
      "repeated_same_observation skipped rung_limit_exhausted 1",
    ])
  })

  test("is none where the knob is off", async () => {
    const stall_diagnostics = { repeat_same_observation: 2, hard_stop_after_trips: 1 }
    expect(await receiptsOf([A, A, B], { ...RESCUED, stall_diagnostics })).toEqual([])
  })
})
