import { expect, test } from "vitest"
import { scriptedModel, type ScriptedStep } from "../models/scripted.ts"
import type { LoopEvent } from "../protocol/event.ts"
import { memoryJournal } from "../testing/memory_journal.ts"
import { recordEvents } from "../testing/recorded_events.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import { calls, FAILURE, repairTools, runScript } from "./loop.fixture.ts"
import type { AgentLoopOptions } from "./options.ts"

test("a call whose start was told is not made any more once the run is aborted", async () => {
  for (const journal of [undefined, memoryJournal()]) {
    const edit = scriptedTool({ name: "apply_fix", kind: "edit", results: ["edited"] })
    const loop = createAgentLoop({
      model: scriptedModel([calls("apply_fix")]),
      tools: [edit],
      clock: virtualClock(),
    })
    const run = loop.run("fix it", { journal })
    for await (const event of run.events) if (event.type === "tool_call_start") run.abort()
    expect(await run.result).toMatchObject({ status: "aborted" })
    expect(edit.calls).toEqual([])
  }
})

test("a run that never waits leaves the host its turn: a timer, and the abort it makes", async () => {
  const model = scriptedModel([calls("look")], { when_exhausted: "repeat_last" })
  const loop = createAgentLoop({ model, tools: repairTools(), max_iterations: 400 })
  const run = loop.run("look around")
  setTimeout(() => run.abort(), 1)
  const { status, usage } = await run.result
  expect(status).toBe("aborted")
  expect(usage.iterations).toBeLessThan(400)
})

test("the event loop turns at least once a turn of the run", async () => {
  let turned = 0
  let is_over = false
  const count = (): void => {
    turned += 1
    if (!is_over) setImmediate(count)
  }
  setImmediate(count)
  await runScript([...Array.from({ length: 30 }, () => calls("look")), { text: "Done." }])
  is_over = true
  expect(turned).toBeGreaterThanOrEqual(30)
})

test("an aborted run asks no host function any more, and tells nothing after its end", async () => {
  let asked = 0
  const signal = (): number => {
    asked += 1
    throw new Error("late")
  }
  const ran = await runScript(
    [calls("look"), { text: "done" }],
    {
      stall_diagnostics: {
        repair_aware: true,
        progress_signal: signal,
        remediation_delivered: () => signal() > 0,
      },
    },
    (run, event) => {
      if (event.type === "host_callback_error") run.abort()
    },
  )
  expect(asked).toBe(1)
  expect(ran.types.at(-1)).toBe("run_end")
})

test("a call that ends while an abort closes it has one end", async () => {
  const ran = await runScript([calls("look", "look", "look")], {}, (run, event) => {
    if (event.type === "tool_call_end") run.abort()
  })
  const ids = ran.events.flatMap((event) => (event.type === "tool_call_end" ? [event.call_id] : []))
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
  expect(ids).toHaveLength(3)
})

test("a stall judge's accept says nothing between a call and its answer while required tools are missing", async () => {
  const judge = scriptedModel([{ text: '{"verdict": "done"}' }], { when_exhausted: "repeat_last" })
  const ran = await runScript(
    Array.from({ length: 6 }, () => calls("apply_fix")),
    {
      stall_diagnostics: true,
      done_judge: { model: judge, cadence: { when: "stalled" } },
      require_successful_tools: ["look"],
      max_iterations: 6,
    },
  )
  expect(ran.types).toContain("judge_decision")
  const { transcript } = ran.result
  const after = transcript.flatMap((message, index) =>
    message.role === "assistant" && message.tool_calls !== undefined ? [transcript[index + 1]?.role] : [],
  )
  expect(new Set(after)).toEqual(new Set(["tool"]))
})

const script: readonly ScriptedStep[] = [calls("run_test"), calls("apply_fix"), { text: "Done." }]

function numbered(events: readonly LoopEvent[]): readonly string[] {
  return events.flatMap((event) => {
    const { seq, type } = event
    if (type === "run_resumed" || type === "model_delta") return []
    return [`${seq} ${type} ${type === "tool_call_end" ? event.call_id : ""}`]
  })
}

async function resumedAnywhere(options: Partial<AgentLoopOptions>): Promise<void> {
  const loop = (): ReturnType<typeof createAgentLoop> =>
    createAgentLoop({
      model: scriptedModel(script, { turn_from: "transcript" }),
      tools: repairTools([{ ok: false, error: FAILURE }]).map((tool) => ({
        ...tool,
        annotations: { ...(typeof tool.annotations === "object" ? tool.annotations : {}), idempotent: true },
      })),
      clock: virtualClock(),
      final_wrapup: false,
      ...options,
    })
  const whole = memoryJournal()
  const events = await recordEvents(loop().run("fix it", { journal: whole, run_id: "run" }))
  for (let kept = 1; kept < whole.lines.length; kept += 1) {
    const run = await loop().resume(memoryJournal({ lines: whole.lines.slice(0, kept) }))
    const told = await recordEvents(run)
    expect((await run.result).stop_reason).not.toBe("error")
    const again = numbered(told)
    expect(again.length).toBeGreaterThan(0)
    expect(again).toEqual(numbered(events).slice(-again.length))
  }
}

test("what a host function does wrong is told once, whenever the run is resumed", async () => {
  const post_turn_callback = (): null => {
    throw new Error("broken")
  }
  await expect(resumedAnywhere({ post_turn_callback })).resolves.toBeUndefined()
})

test("a host function that is asked twice in a turn is recorded twice", async () => {
  await expect(
    resumedAnywhere({
      max_iterations: 2,
      loop_control: () => null,
      verify_completion: () => "not yet",
      stall_diagnostics: {
        repair_aware: true,
        reserved_terminal_verify: true,
        reserved_terminal_verify_iterations: 1,
      },
    }),
  ).resolves.toBeUndefined()
})

test("neighbours that ran at once end in the order in which they did, the one in doubt last", async () => {
  const look = scriptedTool({ name: "look", read_only: true, results: () => "page" })
  await expect(
    resumedAnywhere({
      tools: [look],
      model: scriptedModel([calls("look", "look", "look"), { text: "Done." }], { turn_from: "transcript" }),
    }),
  ).resolves.toBeUndefined()
})

test("a run whose budget is spent is not summed up, whatever else ends it", async () => {
  const done = {
    text: "##DONE##",
    tool_calls: calls("look").tool_calls,
    usage: { input_tokens: 60, output_tokens: 40 },
  }
  const options = {
    final_wrapup: true,
    max_verify_unable: 1,
    verify_completion: () => ({ status: "unable" as const, reason: "no network" }),
  } as const
  const spent = await runScript([done, { text: "Summary." }], { ...options, token_budget: 100 })
  expect(spent.result).toMatchObject({ stop_reason: "verifier_unable", usage: { model_calls: 1 } })
  const left = await runScript([done, { text: "Summary." }], { ...options, token_budget: 101 })
  expect(left.result).toMatchObject({ stop_reason: "verifier_unable", usage: { model_calls: 2 } })
})
