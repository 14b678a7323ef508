import { describe, expect, test } from "vitest"
import { scriptedModel } from "../../models/scripted.ts"
import type { Model } from "../../protocol/model.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { scriptedTool } from "../../testing/scripted_tool.ts"
import { calls, FAILURE, repairTools } from "../loop.fixture.ts"
import type { AgentLoopOptions } from "../options.ts"
import { loopWith, script } from "./crashed_run.fixture.ts"

const nobody: Model = () => Promise.reject(new Error("nobody is asked"))

/** Settles when it is stopped, one way or another. */
const hanging = (settle: "rejects" | "resolves" | "never") =>
  scriptedTool({
    name: "hang",
    kind: "execute",
    results: (_args, _call, { signal }) =>
      new Promise((resolve, reject) => {
        const end = settle === "rejects" ? () => reject(signal.reason as Error) : () => resolve("stopped")
        if (settle !== "never") signal.addEventListener("abort", end)
      }),
  })
const hangingModel: Model = (request, call) =>
  request.messages.some(({ role }) => role === "tool")
    ? new Promise((_resolve, reject) =>
        call.signal.addEventListener("abort", () => reject(call.signal.reason as Error)),
      )
    : scriptedModel([calls("run_test")])(request, call)
const real = { clock: undefined, wall_clock_ms: 60 }

describe("the result of a run that is over comes from its records, without any effect", () => {
  test.each<readonly [string, Partial<AgentLoopOptions>, readonly ReturnType<typeof calls>[]]>([
    ["done", {}, []],
    ["failing", { tools: repairTools([{ ok: false, error: FAILURE }]) }, []],
    ["verified by a function", { verify_completion: () => true }, []],
    ["refused by a function", { verify_completion: () => FAILURE, max_iterations: 4 }, []],
    ["out of turns", { max_iterations: 2, final_wrapup: true }, []],
    ["out of time, by a host's clock", { wall_clock_ms: 1, clock: ticking() }, []],
    ["out of time in a call of the model", { ...real, model: hangingModel }, []],
    ["out of time in a call that is stopped", real, [calls("run_test", "hang")]],
    ["out of time, with last words", { ...real, final_wrapup: true }, [calls("run_test"), calls("hang")]],
    ["stuck", { stall_diagnostics: { repair_aware: true, hard_stop_after_trips: 1 } }, again()],
    ["with secrets to hide", { redact: (text: string) => text.replaceAll("run", "***") }, []],
  ])("%s", async (_how, options, steps) => {
    for (const settle of ["rejects", "resolves", "never"] as const) {
      const journal = memoryJournal()
      const tools = [...repairTools([{ ok: false, error: FAILURE }, "12 passed"]), hanging(settle)]
      const own = steps.length === 0 ? script : [...steps, { text: "Done. ##DONE##" }]
      const all = { ...options, tools }
      const result = await loopWith(all, own).run("fix it", { journal }).result
      const lines = [...journal.lines]
      const called = tools.map(callsOf)
      const run = await loopWith({ ...all, model: nobody }, own).resume(journal)
      expect(await run.result).toEqual(JSON.parse(JSON.stringify(result)))
      expect(journal.lines).toEqual(lines)
      expect(tools.map(callsOf)).toEqual(called)
    }
  })
})

function callsOf(tool: object): unknown {
  return "calls" in tool && Array.isArray(tool.calls) ? tool.calls.length : null
}

function ticking(): NonNullable<AgentLoopOptions["clock"]> {
  let at = 0
  return { now: () => (at += 0.01), sleep: () => Promise.resolve() }
}

function again(): readonly ReturnType<typeof calls>[] {
  return Array.from({ length: 20 }, () => calls("run_test", "apply_fix"))
}
