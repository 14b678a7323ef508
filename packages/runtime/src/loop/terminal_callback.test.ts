import { expect, test } from "vitest"
import { scriptedModel } from "../models/scripted.ts"
import { memoryJournal } from "../testing/memory_journal.ts"
import { recordEvents } from "../testing/recorded_events.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { type AgentLoop, createAgentLoop } from "./create_agent_loop.ts"
import type { JournalRecord } from "./journal/record.ts"
import { calls, repairTools, runScript, type Ran } from "./loop.fixture.ts"
import type { AgentLoopOptions } from "./options.ts"
import type { TerminalAnswer, TerminalPayload } from "./turn_callbacks.ts"

const looks = [calls("look"), calls("look"), calls("look"), { text: "Done." }]

function complaints({ events }: Ran): readonly string[] {
  return events.flatMap((event) =>
    event.type === "host_callback_error" ? [`${event.callback} ${event.message}`] : [],
  )
}

/** @requirement loop.terminal-callback */
test("the host is told how the run would end", async () => {
  const told: TerminalPayload[] = []
  const terminal_callback = (ending: TerminalPayload): null => {
    told.push(ending)
    return null
  }
  const failing = [calls("run_test"), calls("run_test")]
  await runScript(failing, {
    max_iterations: 2,
    stall_diagnostics: { repair_aware: true },
    terminal_callback,
  })
  expect(told).toMatchObject([
    {
      run_id: "run-1",
      iteration: 2,
      limit: 2,
      status: "budget_exhausted",
      stop_reason: "max_iterations",
      current_failure: { class: "fail" },
    },
  ])
})

test.each<[string, unknown, string]>([
  ["true", true, "answered the boolean true"],
  ["a text", "more", "answered"],
  ["half a turn", { extend_by: 0.5 }, "answered"],
  ["no turn", { extend_by: 0 }, "answered"],
  ["turns without end", { extend_by: Number.POSITIVE_INFINITY }, "answered"],
])("%s grants nothing and is reported", async (_name, answer, words) => {
  const terminal_callback = (): TerminalAnswer => answer as TerminalAnswer
  const ran = await runScript(looks, { max_iterations: 1, terminal_callback })
  expect(ran.result).toMatchObject({ stop_reason: "max_iterations", usage: { iterations: 1 } })
  expect(complaints(ran)).toEqual([expect.stringContaining(`terminal_callback ${words}`)])
})

test("a throw, or no answer in time, grants nothing and is reported", async () => {
  const threw = await runScript(looks, {
    max_iterations: 1,
    terminal_callback: () => {
      throw new Error("broken")
    },
  })
  expect(threw.result).toMatchObject({ stop_reason: "max_iterations", usage: { iterations: 1 } })
  expect(complaints(threw)).toEqual(["terminal_callback threw broken"])
  const late = await runScript(looks, {
    max_iterations: 1,
    callback_timeout_ms: 5,
    terminal_callback: async () => new Promise<never>(() => undefined),
  })
  expect(late.result).toMatchObject({ stop_reason: "max_iterations", usage: { iterations: 1 } })
  expect(complaints(late)).toEqual(["terminal_callback gave no answer within 5 ms"])
})

test("more turns than can be counted end by the script", async () => {
  const terminal_callback = (): TerminalAnswer => ({ extend_by: Number.MAX_SAFE_INTEGER })
  const ran = await runScript(looks, { max_iterations: 1, terminal_callback })
  expect(ran.result).toMatchObject({ status: "done", usage: { iterations: 4 } })
  expect(Number.isSafeInteger(ran.result.adaptive_budget?.final_limit)).toBe(true)
})

test("a run that was let go on is verified like any other", async () => {
  const options: Partial<AgentLoopOptions> = {
    max_iterations: 1,
    max_verify_attempts: 1,
    terminal_callback: () => ({ extend_by: 1, message: "Say that it is done." }),
    verify_completion: () => "the test fails",
  }
  const ran = await runScript([calls("apply_fix"), { text: "Done." }], options)
  expect(ran.result).toMatchObject({ verified: false })
  expect(ran.result.status).not.toBe("done")
})

test("an abort while the host is asked ends the run as it was about to end", async () => {
  let asked = 0
  const loop = createAgentLoop({
    model: scriptedModel(looks),
    tools: repairTools(),
    clock: virtualClock(),
    max_iterations: 1,
    terminal_callback: () => {
      asked += 1
      run.abort()
      return { extend_by: 5 }
    },
  })
  const run = loop.run("look")
  const events = await recordEvents(run)
  expect(await run.result).toMatchObject({ stop_reason: "max_iterations", usage: { iterations: 1 } })
  expect([asked, events.at(-1)?.type]).toEqual([1, "run_end"])
})

test("a suspend while the host is asked is heeded after the grant", async () => {
  const loop = createAgentLoop({
    model: scriptedModel(looks),
    tools: repairTools(),
    clock: virtualClock(),
    max_iterations: 1,
    terminal_callback: async () => {
      run.suspend()
      return { extend_by: 5 }
    },
  })
  const run = loop.run("look", { journal: memoryJournal() })
  expect(await run.result).toMatchObject({ status: "suspended", usage: { iterations: 1 } })
})

test("a suspend while a reserved verification goes on is heeded after the turn it grants", async () => {
  const options: Partial<AgentLoopOptions> = {
    max_iterations: 1,
    stall_diagnostics: { repair_aware: true, reserved_terminal_verify: true },
    verify_completion: async () => {
      run.suspend()
      return "the test fails"
    },
  }
  const loop = createAgentLoop({
    model: scriptedModel([calls("apply_fix"), { text: "Done." }]),
    tools: repairTools(),
    clock: virtualClock(),
    ...options,
  })
  const run = loop.run("fix it", { journal: memoryJournal() })
  expect(await run.result).toMatchObject({ status: "suspended", usage: { iterations: 1 } })
})

test("a resumed run hears the host's answer again and does not ask", async () => {
  let asked = 0
  const look = scriptedTool({ name: "look", read_only: true, results: () => "page" })
  const loop = (): AgentLoop =>
    createAgentLoop({
      model: scriptedModel(looks, { turn_from: "transcript" }),
      tools: [look],
      clock: virtualClock(),
      max_iterations: 1,
      final_wrapup: false,
      terminal_callback: () => {
        asked += 1
        return { extend_by: 1, message: "Look again." }
      },
    })
  const whole = memoryJournal()
  const { stop_reason, transcript } = await loop().run("look", { journal: whole, run_id: "run" }).result
  const answered = whole.lines.findIndex((line) => {
    const { type, key } = JSON.parse(line) as JournalRecord & { readonly key?: string }
    return type === "finished" && key === "turn:1/terminal_callback"
  })
  expect([stop_reason, answered > 0]).toEqual(["max_iterations", true])
  for (let kept = answered + 1; kept < whole.lines.length; kept += 1) {
    const resumed = await loop().resume(memoryJournal({ lines: whole.lines.slice(0, kept) }))
    expect(await resumed.result).toMatchObject({ stop_reason, transcript, usage: { iterations: 2 } })
  }
  expect(asked).toBe(1)
})
