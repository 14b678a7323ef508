import { describe, expect, test } from "vitest"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import type { AgentLoopOptions } from "../loop/options.ts"
import { scriptedModel } from "../models/scripted.ts"
import type { LoopEvent } from "../protocol/event.ts"
import type { Model, ModelReply } from "../protocol/model.ts"
import type { RunResult } from "../protocol/result.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { runHostile } from "./run.fixture.ts"
import { boom, oddValues } from "./values.fixture.ts"

const TURN = { tool_calls: [{ name: "run_test" }, { name: "apply_fix" }] }

/** Two turns of a failing check and an edit, then a stop. */
function base(): AgentLoopOptions {
  return {
    model: scriptedModel([
      TURN,
      TURN,
      { text: "done" },
      { text: "done" },
      { text: "done" },
      { text: "done" },
    ]),
    tools: [
      scriptedTool({
        name: "run_test",
        evidence_role: "verification",
        results: [{ ok: false, error: "AssertionError: expected 3, got 4" }],
        when_exhausted: "repeat_last",
      }),
      scriptedTool({ name: "apply_fix", kind: "edit", results: ["applied"], when_exhausted: "repeat_last" }),
    ],
  }
}

/** Those turns in a run that cannot end well. */
function failing(): AgentLoopOptions {
  return { ...base(), verify_completion: () => false }
}

/** A host function of any type that answers this, or throws it. */
function host<T>(value: unknown, how: "answers" | "rejects with" | "throws"): T {
  const ask = (): unknown => {
    if (how === "throws") throw value
    return how === "rejects with" ? Promise.reject(value) : value
  }
  return ask as T
}

const WAYS = ["answers", "rejects with", "throws"] as const
const cases = WAYS.flatMap((how) => oddValues.map(([name, value]) => ({ how, name, value })))
const directly = cases.filter(({ how }) => how !== "rejects with")

describe("a host function that", () => {
  test.each(cases)("$how $name", async ({ how, value }) => {
    const names = ["progress_signal", "remediation_delivered", "action_signal"] as const
    const signals = Object.fromEntries(names.map((name) => [name, host(value, how)]))
    const { result, events } = await runHostile({
      ...base(),
      stall_diagnostics: { repair_aware: host(value, how), ...signals },
      post_turn_callback: host(value, how),
      loop_control: host(value, how),
      terminal_callback: host(value, how),
    })
    expect(["done", "budget_exhausted", "stuck"]).toContain(result.status)
    const errors = events.filter(({ type }) => type === "host_callback_error").length
    expect(errors).toBeGreaterThan(how === "answers" ? -1 : 3)
  })

  test.each(directly)("verifies and $how $name", async ({ how, value, name }) => {
    const { result } = await runHostile({ ...base(), verify_completion: host(value, how) })
    const accepts = how === "answers" && name === "null"
    expect(result.status).toBe(accepts ? "done" : result.status)
    expect(result.verified && !accepts).toBe(false)
  })

  test.each(oddValues)("verifies and puts %s in a verdict", async (_name, value) => {
    const odd = { check_id: value, tests_run: value, exit_code: value, output: value, diagnostics: value }
    const verdicts = [
      { status: "pass", ...odd },
      { status: "fail", evidence: "boom", ...odd },
      { status: "fail", evidence: value },
      { status: "unable", reason: value, check_id: value },
    ]
    for (const verdict of verdicts) {
      const { result } = await runHostile({ ...base(), verify_completion: host(verdict, "answers") })
      expect(result.error).toBeUndefined()
    }
  })

  test.each(oddValues)("redacts to %s", async (_name, value) => {
    const { result } = await runHostile({ ...failing(), redact: host(value, "answers") })
    expect(typeof result.current_failure?.snippet).toBe("string")
  })

  test("redacts by throwing", async () => {
    const { result } = await runHostile({ ...failing(), redact: boom })
    expect(result.current_failure?.snippet).toBe("[redacted]")
  })

  test.each(oddValues)("tells the time as %s", async (_name, value) => {
    const now = (): number => value as number
    const { result } = await runHostile({ ...base(), clock: { now, sleep: () => Promise.resolve() } })
    expect(result.status).toBe("done")
  })

  test("has a clock that throws", async () => {
    const { result } = await runHostile({ ...base(), clock: { now: boom, sleep: boom } })
    expect(result.status).toBe("done")
  })

  test.each(directly)("steps and $how $name", async ({ how, value }) => {
    const { result } = await runHostile({ ...base(), step: host(value, how) })
    expect(result.status).not.toBe("done")
    expect(result.verified).toBe(false)
  })
})

describe("a judge that", () => {
  const judges = [
    ...oddValues.map(([name, value]) => ({ name, reply: value })),
    ...oddValues.map(([name, value]) => ({ name: `text: ${name}`, reply: { text: value } })),
  ]
  test.each(judges)("answers $name", async ({ reply }) => {
    const model: Model = async () => reply as ModelReply
    const { result } = await runHostile({
      ...base(),
      verify_completion_judge: { model },
      done_judge: { model },
    })
    expect(result).toMatchObject({ stop_reason: "verifier_unable", verified: false })
  })
})

describe("a reader of events", () => {
  async function run(read: (events: AsyncIterable<LoopEvent>) => Promise<void>): Promise<RunResult> {
    const started = createAgentLoop({ ...base(), event_buffer: 4, max_iterations: 3 }).run(
      "fix the failing test",
    )
    const reading = read(started.events).catch(() => undefined)
    const result = await started.result
    await reading
    return result
  }
  const readers: readonly (readonly [string, (events: AsyncIterable<LoopEvent>) => Promise<void>])[] = [
    ["never reads", () => Promise.resolve()],
    [
      "throws at the first event",
      async (events) => {
        for await (const event of events) throw new Error(event.type)
      },
    ],
    [
      "leaves at once",
      async (events) => {
        for await (const event of events) if (event.seq > 0) break
      },
    ],
    [
      "asks for a next event and never looks at it",
      async (events) => {
        void events[Symbol.asyncIterator]().next()
        await Promise.resolve()
      },
    ],
    [
      "throws into the stream",
      async (events) => {
        const iterator = events[Symbol.asyncIterator]()
        await iterator.next()
        await iterator.throw?.(new Error("hostile"))
      },
    ],
  ]

  test.each(readers)("%s", async (_name, read) => {
    const undisturbed = await run(async (events) => {
      for await (const _event of events) continue
    })
    const { run_id: _a, usage: _b, ...expected } = undisturbed
    const { run_id: _c, usage: _d, ...result } = await run(read)
    expect(result).toEqual(expected)
  })

  test("far behind is told once how much it missed, and the buffer stays as small as asked", async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ tool_calls: [{ name: "look", arguments: { n } }] }))
    const look = scriptedTool({
      name: "look",
      kind: "read",
      results: ["page"],
      when_exhausted: "repeat_last",
    })
    const run = createAgentLoop({
      model: scriptedModel(many),
      tools: [look],
      event_buffer: 8,
      max_iterations: 200,
      final_wrapup: false,
    }).run("look")
    await run.result
    const events: LoopEvent[] = []
    for await (const event of run.events) events.push(event)
    expect(events.length).toBeLessThanOrEqual(1 + 2 * 8)
    expect(events.filter(({ type }) => type === "events_dropped")).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: "events_dropped" })
  })

  test("hears nothing behind the end, whatever a model still says", async () => {
    let speak = (_text: string): void => undefined
    const model: Model = async (_request, { on_delta }) => {
      speak = (text) => on_delta?.(text)
      await Promise.resolve()
      return { text: "done", tool_calls: [] }
    }
    const run = createAgentLoop({ model }).run("say something")
    await run.result
    speak("late")
    const events: LoopEvent[] = []
    for await (const event of run.events) events.push(event)
    expect(events.at(-1)?.type).toBe("run_end")
  })

  test.each(oddValues)("gets pieces of text as text, when a model tells %s", async (_name, value) => {
    const model: Model = async (_request, { on_delta }) => {
      on_delta?.(value as string)
      await Promise.resolve()
      return { text: "done", tool_calls: [] }
    }
    const { result } = await runHostile({ model })
    expect(result.status).toBe("done")
  })
})
