import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { expect, test } from "vitest"
import type { Tool } from "../protocol/executable_tool.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import { calls, FAILURE, lastPrompt, repairTools, runScript } from "./loop.fixture.ts"

test("a turn publishes its start, the model call, the calls, the evidence and its end, in this order", async () => {
  const ran = await runScript([calls("run_test"), { text: "I give up" }])
  expect(ran.types).toEqual([
    "run_start",
    "iteration_start",
    "model_call_start",
    "model_call_end",
    "tool_call_start",
    "tool_call_end",
    "evidence",
    "iteration_end",
    "iteration_start",
    "model_call_start",
    "model_call_end",
    "iteration_end",
    "run_end",
  ])
  expect(ran.events.map((event) => event.seq)).toEqual([...ran.events.keys()].map((index) => index + 1))
  expect(ran.result).toMatchObject({ status: "done", stop_reason: "natural", verified: false, proof: null })
})

test("events carry digests and counts unless the host asks for content", async () => {
  const secret = { text: "the model's words" }
  const plain = await runScript([secret])
  expect(JSON.stringify(plain.events)).not.toContain("the model's words")
  const open = await runScript([secret], { event_content: true })
  expect(JSON.stringify(open.events)).toContain("the model's words")
})

test("the sentinel ends a run even when the turn also made calls, which ran", async () => {
  const ran = await runScript([{ ...calls("look"), text: "##DONE##" }])
  expect(ran.result).toMatchObject({ status: "done", stop_reason: "sentinel", tools: { calls: 1 } })
})

test("loop_until_done with tools asks once for confirmation when no tool was ever used", async () => {
  const ran = await runScript([{ text: "done" }, { text: "really done" }], { loop_until_done: true })
  expect(ran.types.filter((type) => type === "feedback_injected")).toHaveLength(1)
  expect(ran.result).toMatchObject({ status: "done", stop_reason: "natural", usage: { iterations: 2 } })
})

test("text-only turns past max_nudges end a run that must go on until done", async () => {
  const prose = Array.from({ length: 9 }, (_unused, index) => ({ text: `thinking ${index}` }))
  const ran = await runScript(prose, { loop_until_done: true, done_sentinel: "##DONE##", max_nudges: 2 })
  expect(ran.result).toMatchObject({ status: "stuck", stop_reason: "max_nudges", usage: { iterations: 3 } })
})

test("the same failure across edits is nudged once, with the evidence quoted, on the turn after the streak", async () => {
  const ran = await runScript(
    [
      calls("run_test"),
      calls("apply_fix"),
      calls("run_test"),
      calls("apply_fix"),
      calls("run_test"),
      { text: "done" },
    ],
    { stall_diagnostics: { repair_aware: true, stuck_same_diagnostic_after: 2 } },
  )
  const warnings = ran.events.filter((event) => event.type === "agent_loop_stall_warning")
  expect(warnings.map((event) => [event.iteration, event.warning.pattern, event.warning.count])).toEqual([
    [4, "stuck_same_diagnostic", 2],
  ])
  expect(lastPrompt(ran)).toContain(`> ${FAILURE}`)
})

test("a hard stop at the proposal dispatches nothing and hands back what fails", async () => {
  const ran = await runScript([calls("run_test"), calls("run_test"), calls("run_test")], {
    stall_diagnostics: { repair_aware: true, stuck_same_diagnostic_after: 2, hard_stop_after_trips: 1 },
  })
  expect(ran.result).toMatchObject({
    status: "stuck",
    stop_reason: "thrash_hard_stop",
    current_failure: {
      class: "fail",
      same_diagnostic_streak: 2,
      snippet: FAILURE,
      check_id: "default",
      others: [],
    },
    suspected_loop: true,
  })
  expect(ran.types.filter((type) => type === "tool_call_end")).toHaveLength(2)
  expect(ran.result.transcript.at(-1)).toMatchObject({ role: "tool", ok: false })
})

test("same_turn folds at once: the third identical failure stops before a fourth model call", async () => {
  const ran = await runScript([calls("run_test"), calls("run_test"), calls("run_test")], {
    stall_diagnostics: { repair_aware: true, fold: "same_turn", hard_stop_after_trips: 1 },
  })
  expect(ran.requests).toHaveLength(3)
  expect(ran.result).toMatchObject({ status: "stuck", current_failure: { same_diagnostic_streak: 3 } })
})

test("an ending at the iteration limit sums up in one tool-less call that changes nothing", async () => {
  const ran = await runScript([calls("look"), { text: "what is left", ...calls("look") }], {
    max_iterations: 1,
    final_wrapup: true,
  })
  expect(ran.requests.map((request) => [request.tools.length, request.tool_choice])).toEqual([
    [3, "auto"],
    [0, "none"],
  ])
  expect(ran.result).toMatchObject({
    status: "budget_exhausted",
    stop_reason: "max_iterations",
    text: "what is left",
  })
  expect(ran.result.usage).toMatchObject({ iterations: 1, model_calls: 2 })
  expect(ran.events.find((event) => event.type === "final_wrapup")).toMatchObject({ tool_calls_skipped: 1 })
})

test("a call that runs nothing checks nothing: no such tool, or bad arguments", async () => {
  const check: Tool = {
    name: "check",
    description: "runs the tests",
    input_schema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
    annotations: { evidence_role: "verification", check_id: "unit" },
    execute: () => ({ ok: true, output: "1 passed" }),
  }
  const unknown = { tool_calls: [{ name: "run_command", arguments: { command: "npm test" } }] }
  const { result, events } = await runScript([unknown, calls("check"), calls("check"), { text: "well" }], {
    tools: [check],
    checks: ["npm test"],
    stall_diagnostics: { repair_aware: true, undeclared_role: "infer", fold: "same_turn" },
  })
  expect(events.map(({ type }) => type)).not.toContain("evidence")
  expect(result.status).toBe("done")
})

test("an unknown tool, bad arguments and a throw are results the model reads, not endings", async () => {
  const tools = [
    ...repairTools(),
    {
      name: "explode",
      description: "throws",
      input_schema: { type: "object", properties: { depth: { type: "number" } }, required: ["depth"] },
      execute: () => {
        throw new Error("kaboom")
      },
    },
  ]
  const ran = await runScript(
    [
      {
        tool_calls: [
          { name: "run_tset", arguments: {} },
          { name: "explode", arguments: { depth: "deep" } },
          { name: "explode", arguments: { depth: 1 } },
        ],
      },
      { text: "well" },
    ],
    { tools },
  )
  const contents = ran.result.transcript
    .filter((message) => message.role === "tool")
    .map((message) => message.content)
  expect(contents[0]).toContain('Did you mean "run_test"?')
  expect(contents[1]).toContain("depth")
  expect(contents[2]).toBe("kaboom")
  expect(ran.result.status).toBe("done")
})

test("a successful ending clears the failure; an unsuccessful one carries it", async () => {
  const script = [calls("run_test"), calls("apply_fix"), { text: "done" }]
  const options = { stall_diagnostics: { repair_aware: true } }
  const done = await runScript(script, options)
  expect(done.result.status).toBe("done")
  expect(done.result).not.toHaveProperty("current_failure")
  const cut = await runScript(script, { ...options, max_iterations: 2 })
  expect(cut.result).toMatchObject({ status: "budget_exhausted", current_failure: { class: "fail" } })
})

test("wrong options name their path, what was expected and a near miss, before anything runs", () => {
  const model = async () => ({ text: "", tool_calls: [] })
  const expectRefusal = (options: object, ...parts: readonly string[]): void => {
    const refused = refusalOf({ model, ...options })
    expect(isInvalidOptionError(refused)).toBe(true)
    for (const part of parts) expect(String(refused)).toContain(part)
  }
  expectRefusal({ max_iteration: 3 }, "createAgentLoop.max_iteration", 'Did you mean "max_iterations"?')
  expectRefusal({ max_iterations: 0 }, "createAgentLoop.max_iterations", "at least 1", "0")
  expectRefusal(
    { stall_diagnostics: { repair_awre: true } },
    "stall_diagnostics",
    'Did you mean "repair_aware"?',
  )
  expectRefusal(
    { stall_diagnostics: { stuck_same_diagnostic_after: 1 } },
    "stall_diagnostics.stuck_same_diagnostic_after",
    "at least 2",
  )
  expectRefusal({ verify_completion: { comand: "npm test" } }, 'Did you mean "command"?')
  expectRefusal({ iteration_budget: { mode: "adaptive", initial: 9, max: 3 } }, "iteration_budget.initial")
  expectRefusal({ stall_diagnostics: [] }, "stall_diagnostics", "a list of 0")
  expectRefusal({ model: "gpt" }, "createAgentLoop.model")
  expectRefusal({ tools: [{ name: "x" }] }, "createAgentLoop.tools[0]")
  expectRefusal({ stall_diagnostics: { require_verified: true } }, "verify_completion", "npm test")
})

function refusalOf(options: object): unknown {
  try {
    return createAgentLoop({ model: undefined as never, ...options })
  } catch (error) {
    return error
  }
}

test("a verification command whose program PATH does not hold is refused before the model is asked", async () => {
  let asked = 0
  const model = async () => {
    asked += 1
    return { text: "done", tool_calls: [] }
  }
  for (const command of ["nodee --test", ["nodee", "--test"]] as const) {
    const loop = createAgentLoop({ model, verify_completion: { command } })
    expect(() => loop.run("fix it")).toThrow(
      'createAgentLoop.verify_completion.command: expected a program that PATH holds, got the string "nodee". Did you mean "node"?',
    )
  }
  expect(asked).toBe(0)
  const may_come = createAgentLoop({ model, verify_completion: { command: "./made_by_the_run" } })
  expect(await may_come.run("fix it").result).toMatchObject({ stop_reason: "verifier_unable" })
})
