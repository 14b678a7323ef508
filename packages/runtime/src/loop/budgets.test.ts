import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemClock } from "@proofloop/foundation/process"
import { expect, test, vi } from "vitest"
import type { ModelReply } from "../protocol/model.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import { calls, repairTools, runScript } from "./loop.fixture.ts"

const looking = (count: number) => Array.from({ length: count }, () => calls("look"))
const USAGE = { input_tokens: 60, output_tokens: 40, cost_usd: 0.5 }

test("an adaptive budget extends while the run progresses, up to its maximum, and says so", async () => {
  const ran = await runScript(looking(9), {
    iteration_budget: { mode: "adaptive", initial: 2, max: 5, extend_by: 2 },
  })
  expect(ran.result).toMatchObject({ status: "budget_exhausted", usage: { iterations: 5 } })
  expect(
    ran.result.adaptive_budget.decisions.map((decision) => [
      decision.iteration,
      decision.old_limit,
      decision.new_limit,
      decision.reason,
    ]),
  ).toEqual([
    [2, 2, 4, "progressing"],
    [4, 4, 5, "progressing"],
  ])
})

test("tokens, cost and wall clock end a run at the first turn at or past them, without a wrap-up", async () => {
  const steps = looking(9).map((step) => ({ ...step, usage: USAGE }))
  const tokens = await runScript(steps, { token_budget: 200, final_wrapup: true })
  expect(tokens.result).toMatchObject({
    status: "budget_exhausted",
    stop_reason: "token_budget",
    usage: { iterations: 2, model_calls: 2 },
  })
  const cost = await runScript(steps, { total_cost_usd: 1.4 })
  expect(cost.result).toMatchObject({ stop_reason: "total_cost", usage: { iterations: 3 } })
  const clock = virtualClock()
  const slow = scriptedTool({ name: "look", results: () => "x", delay_ms: 400, clock })
  const wall = await runScript(looking(9), { tools: [slow], clock, wall_clock_ms: 1000 })
  expect(wall.result).toMatchObject({ stop_reason: "wall_clock", usage: { iterations: 3 } })
})

test("loop_control replaces the policy: it extends, it stops, and a throw is an event", async () => {
  const stopped = await runScript(looking(3), {
    loop_control: ({ iteration }) => (iteration === 2 ? { action: "stop", reason: "enough" } : null),
  })
  expect(stopped.result).toMatchObject({
    status: "stopped",
    stop_reason: "loop_control",
    stop_detail: "enough",
    usage: { iterations: 2 },
  })
  const extended = await runScript(looking(4), {
    iteration_budget: { mode: "fixed", initial: 1, max: 3 },
    loop_control: () => ({ action: "extend", by: 1 }),
  })
  expect(extended.result.usage.iterations).toBe(3)
  const thrown = await runScript(looking(2), {
    max_iterations: 2,
    loop_control: () => {
      throw new Error("host bug")
    },
  })
  expect(thrown.result.status).toBe("budget_exhausted")
  expect(thrown.events.find((event) => event.type === "host_callback_error")).toMatchObject({
    callback: "loop_control",
    message: "threw host bug",
  })
})

test("a transport failure is retried with back-off inside its turn; a lasting one is the run's error", async () => {
  const throws = { kind: "transient" as const, message: "socket hang up" }
  const ran = await runScript([{ throws }, { throws }, { text: "hello" }])
  expect(ran.result).toMatchObject({ status: "done", usage: { iterations: 1, model_calls: 3 } })
  expect(ran.events.filter((event) => event.type === "model_retry").map((event) => event.delay_ms)).toEqual([
    500, 1000,
  ])
  const failed = await runScript([{ throws }, { throws }, { throws }])
  expect(failed.result).toMatchObject({
    status: "provider_error",
    stop_reason: "provider_error",
    error: { code: "transient", message: "socket hang up" },
  })
  const refused = await runScript([{ throws: { kind: "authentication", message: "bad key" } }])
  expect(refused.result).toMatchObject({ status: "provider_error", usage: { model_calls: 1 } })
})

test("a breaker counts failed turns and opens at its maximum; a success closes it", async () => {
  const throws = { kind: "rate_limit" as const, message: "slow down" }
  const options = { consecutive_failures: { max: 2 }, transport_retry: { max_attempts: 1 } }
  const open = await runScript([{ throws }, { throws }], options)
  expect(open.result).toMatchObject({
    status: "budget_exhausted",
    stop_reason: "circuit_breaker",
    usage: { iterations: 2 },
  })
  expect(open.types).toContain("budget_circuit_breaker")
  const closed = await runScript([{ throws }, calls("look"), { throws }, { text: "ok" }], options)
  expect(closed.result).toMatchObject({ status: "done", usage: { iterations: 4 } })
})

test("abort ends the run now and closes every start; the first cause wins", async () => {
  const forever = {
    name: "wait",
    description: "never ends",
    input_schema: { type: "object" },
    execute: () => new Promise(() => undefined),
  }
  const ran = await runScript([calls("wait")], { tools: [forever] }, (run, event) => {
    if (event.type === "tool_call_start") {
      run.abort()
      run.suspend()
    }
  })
  expect(ran.result).toMatchObject({ status: "aborted", stop_reason: "aborted" })
  expect(ran.types.slice(-4)).toEqual(["tool_call_start", "tool_call_end", "iteration_end", "run_end"])
  expect(ran.result.transcript.at(-1)).toMatchObject({ role: "tool", ok: false })
})

test("suspend waits for the turn border", async () => {
  const ran = await runScript(looking(3), {}, (run, event) => {
    if (event.type === "tool_call_start" && event.iteration === 2) run.suspend()
  })
  expect(ran.result).toMatchObject({
    status: "suspended",
    stop_reason: "suspended",
    usage: { iterations: 2 },
  })
})

test("read-only calls run at once, writes alone and in order; results keep call order", async () => {
  let running = 0
  let most = 0
  const clock = virtualClock()
  const slow = (name: string, read_only: boolean, delay_ms: number) => ({
    name,
    description: name,
    input_schema: { type: "object" },
    annotations: { read_only },
    async execute() {
      running += 1
      most = Math.max(most, running)
      await clock.sleep(delay_ms)
      running -= 1
      return `${name} saw ${running}`
    },
  })
  const tools = [slow("a", true, 30), slow("b", true, 10), slow("w", false, 10)]
  const ran = await runScript([calls("a", "b", "w", "a"), { text: "ok" }], { tools, clock })
  expect(most).toBe(2)
  expect(
    ran.result.transcript.filter((message) => message.role === "tool").map((message) => message.tool_name),
  ).toEqual(["a", "b", "w", "a"])
  expect(
    ran.events.filter((event) => event.type === "tool_call_end").map((event) => event.tool_name),
  ).toEqual(["b", "a", "w", "a"])
})

test("required tools hold an ending back, then fail the run", async () => {
  const prose = Array.from({ length: 4 }, () => ({ text: "done" }))
  const ran = await runScript(prose, {
    require_successful_tools: ["apply_fix"],
    max_nudges: 1,
    stall_diagnostics: false,
  })
  expect(ran.result).toMatchObject({
    status: "failed",
    stop_reason: "missing_required_tools",
    stop_detail: "apply_fix",
  })
  const satisfied = await runScript([calls("apply_fix"), { text: "done" }], {
    require_successful_tools: ["apply_fix"],
    tools: repairTools(),
  })
  expect(satisfied.result.stop_reason).toBe("required_tools_satisfied")
})

test("the post-turn callback stops, speaks, or is reported when it throws", async () => {
  const stopped = await runScript(looking(2), {
    post_turn_callback: () => ({ stop: true, stop_reason: "host says so" }),
  })
  expect(stopped.result).toMatchObject({
    status: "done",
    stop_reason: "post_turn_stop",
    stop_detail: "host says so",
  })
  const told = await runScript([calls("look"), { text: "ok" }], {
    post_turn_callback: ({ iteration }) => (iteration === 1 ? "try the other file" : null),
  })
  expect(told.requests[1]?.messages.at(-1)).toMatchObject({
    content: "try the other file",
    feedback_kind: "post_turn",
  })
})

test("a trace holds every event and no text of model or tools", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop trace "))
  try {
    const trace = join(folder, "deep", "trace.jsonl")
    const ran = await runScript([calls("run_test"), { text: "the model's words" }], {
      trace,
      event_content: true,
    })
    const text = await readFile(trace, "utf8")
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).type),
    ).toEqual(ran.types)
    expect(text).not.toContain("the model's words")
    expect(text).not.toContain("AssertionError")
    expect((await stat(trace)).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test("max_iterations caps the budget of a preset it stands beside", async () => {
  const ran = await runScript(looking(6), {
    max_iterations: 2,
    iteration_budget: { mode: "adaptive", initial: 4, max: 16, extend_by: 2 },
  })
  expect(ran.result).toMatchObject({ status: "budget_exhausted", usage: { iterations: 2 } })
})

test("a run whose signal is already aborted calls nobody", async () => {
  const requests: unknown[] = []
  const model = async (request: unknown) => {
    requests.push(request)
    return { text: "x", tool_calls: [] }
  }
  const run = createAgentLoop({ model }).run("task", { signal: AbortSignal.abort() })
  expect(await run.result).toMatchObject({ status: "aborted", stop_reason: "aborted" })
  expect(requests).toEqual([])
})

test("a digest that never comes is bounded like the call itself", async () => {
  const stuck = {
    name: "stuck",
    description: "",
    input_schema: { type: "object" },
    execute: () => "ok",
    content_digest: () => new Promise<null>(() => undefined),
  }
  const ran = await runScript([calls("stuck"), { text: "ok" }], { tools: [stuck], tool_timeout_ms: 50 })
  expect(ran.result.transcript.find((message) => message.role === "tool")).toMatchObject({ ok: false })
})

const never = () => new Promise<never>(() => undefined)

test("a verifier function that never settles is unable, and its signal says so", async () => {
  const signals: AbortSignal[] = []
  const ran = await runScript([{ text: "done" }], {
    verify_timeout_ms: 5,
    max_verify_unable: 1,
    verify_completion: (_payload, { signal }) => {
      signals.push(signal)
      return never()
    },
  })
  expect(ran.result).toMatchObject({ stop_reason: "verifier_unable", verified: false })
  expect(JSON.stringify(ran.result.transcript)).toContain("the verifier gave no answer within 5 ms")
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test("a model that never settles fails its call as transient", async () => {
  const ran = await runScript([], { model: never, model_timeout_ms: 5, transport_retry: { max_attempts: 2 } })
  expect(ran.result).toMatchObject({
    stop_reason: "provider_error",
    error: { code: "transient", message: "the model gave no answer within 5 ms" },
  })
  expect(ran.result.usage.model_calls).toBe(2)
})

test.each([
  [5, 60_000, "within 5 ms"],
  [undefined, 60, "own deadline"],
  [60_000, 60, "own deadline"],
])(
  "of the loop's deadline (%o ms) and a model's own (%o ms) the shorter one counts",
  async (model_timeout_ms, own, says) => {
    const model = Object.assign(
      async (): Promise<ModelReply> => {
        await new Promise((resolve) => setTimeout(resolve, Math.min(own, 60)))
        throw new Error("own deadline")
      },
      { timeout_ms: own },
    )
    const ran = await runScript([], { model, model_timeout_ms, transport_retry: { max_attempts: 1 } })
    expect(ran.result.error?.message).toContain(says)
  },
)

test("a judge that never settles is unable", async () => {
  const ran = await runScript([{ text: "done" }], {
    verify_completion_judge: { model: never },
    model_timeout_ms: 5,
    max_verify_unable: 1,
  })
  expect(JSON.stringify(ran.result.transcript)).toContain("the model gave no answer within 5 ms")
})

test("the deadlines are ten minutes, that of the model its own where it has one, and none with null", async () => {
  const set: unknown[] = []
  const timer = vi.spyOn(globalThis, "setTimeout")
  try {
    const verify_completion = () => true
    const own = Object.assign(async () => ({ text: "done", tool_calls: [] }), { timeout_ms: 7 })
    await runScript([{ text: "done" }], { verify_completion })
    await runScript([], { verify_completion, model: own })
    await runScript([{ text: "done" }], {
      verify_completion,
      model_timeout_ms: null,
      verify_timeout_ms: null,
    })
  } finally {
    set.push(...timer.mock.calls.map(([, ms]) => ms).filter((ms) => Number(ms) > 1000))
    timer.mockRestore()
  }
  expect(set).toEqual([600_000, 600_000, 600_000])
})

test.each([0, 1.5, -1, "5", 2 ** 31, Number.NaN])("a deadline of %o is refused by name", (ms) => {
  for (const name of ["verify_timeout_ms", "model_timeout_ms", "callback_timeout_ms"]) {
    expect(() => createAgentLoop({ model: never, [name]: ms })).toThrow(
      `createAgentLoop.${name}: expected a whole number of milliseconds from 1 to 2147483647, or null for none`,
    )
  }
})

test("a command's deadline longer than a timer can be is refused by name", () => {
  const verify_completion = { command: "true", timeout_ms: 2 ** 31 }
  expect(() => createAgentLoop({ model: never, verify_completion })).toThrow(
    "createAgentLoop.verify_completion.timeout_ms: expected a whole number of milliseconds from 1 to 2147483647",
  )
})

test.each([2 ** 31, Number.MAX_SAFE_INTEGER])("a deadline of %d ms is not over at once", async (ms) => {
  const slow = {
    name: "slow",
    description: "",
    input_schema: { type: "object" },
    execute: () => systemClock.sleep(30).then(() => "done"),
  }
  const options = { tools: [slow], tool_timeout_ms: ms, wall_clock_ms: ms }
  const ran = await runScript([calls("slow"), { text: "ok" }], options)
  expect(ran.result).toMatchObject({ status: "done", tools: { successful: ["slow"], failed: [] } })
})

/** @requirement host.deadline */
test("a host function that never settles gave no answer, and the run goes on", async () => {
  const asked: string[] = []
  const silent = (name: string) => (): Promise<never> => {
    asked.push(name)
    return never()
  }
  const ran = await runScript([calls("look"), { text: "ok" }], {
    stall_diagnostics: { action_signal: silent("action_signal") },
    post_turn_callback: silent("post_turn_callback"),
    loop_control: silent("loop_control"),
    callback_timeout_ms: 5,
  })
  expect(ran.result).toMatchObject({ status: "done", stop_reason: "natural" })
  const told = ran.events.flatMap((event) =>
    event.type === "host_callback_error" ? [`${event.callback} ${event.message}`] : [],
  )
  expect(told).toEqual(asked.map((name) => `${name} gave no answer within 5 ms`))
  expect(new Set(asked)).toEqual(new Set(["action_signal", "post_turn_callback", "loop_control"]))
})

test("two calls with the same id are two calls, each with its start and end", async () => {
  const twice = {
    tool_calls: [
      { id: "x", name: "look", arguments: {} },
      { id: "x", name: "look", arguments: {} },
    ],
  }
  const ran = await runScript([twice, { text: "ok" }])
  const ids = (type: string) =>
    ran.events.flatMap((event) => (event.type === type && "call_id" in event ? [event.call_id] : []))
  expect(ids("tool_call_start")).toEqual(["x", "call_1_1"])
  expect(ids("tool_call_end").toSorted()).toEqual(["call_1_1", "x"])
})
