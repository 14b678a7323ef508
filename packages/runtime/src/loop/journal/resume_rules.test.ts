import { createHash } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { ModelError } from "../../errors/model_error.ts"
import { scriptedModel } from "../../models/scripted.ts"
import type { PlannedCall, Tool } from "../../protocol/executable_tool.ts"
import type { Model } from "../../protocol/model.ts"
import type { RunResult } from "../../protocol/result.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { recordEvents } from "../../testing/recorded_events.ts"
import { scriptedTool } from "../../testing/scripted_tool.ts"
import type { AgentRun } from "../create_agent_loop.ts"
import { calls, repairTools } from "../loop.fixture.ts"
import type { AgentLoopOptions } from "../options.ts"
import { script, loopWith, recordsOf, crashedBefore, isFinished, resealed } from "./crashed_run.fixture.ts"

describe("a resume is refused", () => {
  test.each([
    [{ system_prompt: "Be quick." }, 'system_prompt = null, and this loop has the string "Be quick."'],
    [{ max_iterations: 7 }, "budget.initial = the number 50, and this loop has the number 7"],
    [
      { stall_diagnostics: { repair_aware: true, threshold: 9 } },
      "stall_diagnostics.repeat_same_observation = the number 4, and this loop has the number 9",
    ],
    [{ stall_diagnostics: { repair_aware: false } }, "repair_aware = the boolean true"],
    [{ tools: repairTools().slice(1) }, "tools.run_test"],
    [{ verify_completion: () => true }, "verify_completion = null"],
    [
      { tools: [scriptedTool({ name: "run_test", kind: "edit", results: [] }), ...repairTools().slice(1)] },
      "tools.run_test.annotations.evidence_role",
    ],
  ] satisfies readonly (readonly [Partial<AgentLoopOptions>, string])[])(
    "under other options: %o",
    async (options, said) => {
      const journal = await crashedBefore(isFinished("turn:2/tool"))
      const refusal = loopWith(options).resume(journal)
      await expect(refusal).rejects.toMatchObject({ name: "JournalError", code: "journal_mismatch" })
      await expect(refusal).rejects.toThrow(said)
    },
  )

  test.each([
    [[], "journal_not_a_journal", "memory is empty"],
    [["{"], "journal_not_a_journal", "memory:1: not JSON"],
    [["[]"], "journal_not_a_journal", "memory:1: no journal record"],
    [['{"type":"started","key":"k","events":0,"seq":0,"at_ms":0}'], "journal_not_a_journal", 'not "started"'],
    [
      [
        '{"type":"begun","journal":99,"run_id":"r","task":"t","configuration":{},"events":0,"seq":0,"at_ms":0}',
      ],
      "journal_version",
      "schema 99",
    ],
  ])("of what is not a journal: %j", async (lines, code, said) => {
    const refusal = loopWith().resume(memoryJournal({ lines }))
    await expect(refusal).rejects.toMatchObject({ code })
    await expect(refusal).rejects.toThrow(said)
  })

  test("when the run asks for another effect than the one recorded", async () => {
    const journal = await crashedBefore(isFinished("turn:3/tool"))
    const lines = journal.lines.map((line) => line.replace(/"turn:1\/tool:0:[^"]*"/, '"turn:1/tool:0:other"'))
    const run = await loopWith().resume(memoryJournal({ lines: resealed(lines) }))
    await expect(run.result).resolves.toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("turn:1/tool:0:other was recorded") },
    })
  })

  test.each(["", 3, {}, { file: "" }, { file: "a", durability: "never" }, { read: () => [] }])(
    "of %j, which is no place for a journal",
    async (journal) => {
      await expect(loopWith().resume(journal as never)).rejects.toThrow("resume.journal: expected")
      expect(() => loopWith().run("fix it", { journal: journal as never })).toThrow("run.journal: expected")
    },
  )
})

test("a verify command's environment is recorded by its names", async () => {
  const journal = memoryJournal()
  const verify_completion = { command: "true", env: { TOKEN: "sk-secret-1234567890" } }
  await loopWith({ verify_completion }).run("fix it", { journal }).result
  expect(journal.lines.join("\n")).not.toContain("sk-secret")
  expect(recordsOf(journal)[0]).toMatchObject({ configuration: { verify_completion: { env: ["TOKEN"] } } })
})

test("the flag is frozen: a host's function is not asked again", async () => {
  const asked: string[] = []
  const flag = (answer: boolean) => ({
    stall_diagnostics: {
      repair_aware: () => {
        asked.push("asked")
        return answer
      },
    },
  })
  const journal = await crashedBefore(isFinished("turn:2/tool"), flag(true))
  const run = await loopWith(flag(false)).resume(journal)
  const events = await recordEvents(run)
  expect(asked).toHaveLength(1)
  expect(events.of("iteration_end").every(({ failure: model }) => model !== undefined)).toBe(true)
})

test("a second run in the same journal ends before its first effect", async () => {
  const journal = memoryJournal()
  await loopWith().run("fix it", { journal }).result
  const again = await loopWith().run("fix it", { journal }).result
  expect(again).toMatchObject({ status: "failed", usage: { model_calls: 0 } })
  expect(again.error?.message).toBe("memory already holds a run; resume it, or give another file")
})

test("a run that ended keeps its result and does nothing", async () => {
  const journal = memoryJournal()
  const result = await loopWith().run("fix it", { journal }).result
  const lines = [...journal.lines]
  const model = (): never => {
    throw new Error("asked a model")
  }
  const run = await loopWith({ model }).resume(journal)
  expect(await recordEvents(run)).toEqual([])
  expect(await run.result).toEqual(JSON.parse(JSON.stringify(result)))
  expect(journal.lines).toEqual(lines)
})

describe("a run that was stopped goes on where it was", () => {
  test("suspended", async () => {
    const journal = memoryJournal()
    const first = loopWith().run("fix it", { run_id: "run-1", journal })
    for await (const event of first.events) if (event.type === "tool_call_start") first.suspend()
    expect(await first.result).toMatchObject({ status: "suspended" })
    const calls_before = recordsOf(journal).filter(isFinished("/model:")).length
    expect(calls_before).toBe(1)

    const run = await loopWith({ tools: repairTools(["12 passed"]) }).resume(journal)
    const events = await recordEvents(run)
    expect(await run.result).toMatchObject({ status: "done", verified: true, usage: { iterations: 4 } })
    expect(events.types()[0]).toBe("run_resumed")
    expect(events.of("run_start")).toEqual([])
    expect(events.of("iteration_start").map(({ iteration }) => iteration)).toEqual([2, 3, 4])
  })

  test("aborted in the middle of a call: the call is in doubt", async () => {
    const journal = memoryJournal()
    const hanging = scriptedTool({
      name: "apply_fix",
      kind: "edit",
      results: (_args, _call, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        ),
    })
    const tools = [hanging, ...repairTools().filter(({ name }) => name !== "apply_fix")]
    const first = loopWith({ tools }).run("fix it", { journal })
    const before: number[] = []
    for await (const event of first.events) {
      before.push(event.seq)
      if (event.type === "tool_call_start" && event.tool_name === "apply_fix") first.abort()
    }
    expect(await first.result).toMatchObject({ status: "aborted" })

    const run = await loopWith({ tools: repairTools(["12 passed"]) }).resume(journal)
    const events = await recordEvents(run)
    expect(events.of("run_resumed")).toMatchObject([{ in_doubt: [expect.stringContaining("turn:2/tool:0")] }])
    expect(events.of("tool_call_end")[0]).toMatchObject({ ok: false, status: "interrupted" })
    const after = events.slice(1).map(({ seq }) => seq)
    expect(Math.min(...after)).toBeGreaterThan(Math.max(...before))
  })
})

test("a run whose model could not be reached goes on with the call that failed, as often as it takes", async () => {
  let fails = 0
  const reached = scriptedModel(script, { turn_from: "transcript" })
  const model: Model = (request, call) => {
    const is_third = request.messages.filter(({ role }) => role === "assistant").length === 2
    if (!is_third || fails >= 3) return reached(request, call)
    fails += 1
    throw new ModelError("overloaded", { kind: "provider_5xx" })
  }
  const options = { model, transport_retry: { max_attempts: 2, base_delay_ms: 1 } }
  const journal = memoryJournal()
  const seqs: number[] = []
  const add = async (run: AgentRun): Promise<RunResult> => {
    for await (const { seq, type } of run.events) {
      if (type !== "run_resumed" && type !== "model_delta") seqs.push(seq)
    }
    return run.result
  }
  expect(await add(loopWith(options).run("fix it", { journal }))).toMatchObject({ status: "provider_error" })
  expect(await add(await loopWith(options).resume(journal))).toMatchObject({ status: "provider_error" })
  const tools = repairTools(["12 passed"])
  const last = await add(await loopWith({ ...options, tools }).resume(journal))
  expect(last).toMatchObject({ status: "done", verified: true, usage: { iterations: 4 } })
  expect(fails).toBe(3)
  expect(seqs).toEqual(seqs.map((_seq, index) => index + 1))
})

describe("a call in doubt", () => {
  const shell = (annotations: Partial<Tool>, results: readonly unknown[] = ["ran"]) => ({
    ...scriptedTool({ name: "run_test", results }),
    ...annotations,
  })
  const steps = [calls("run_test"), { text: "##DONE##" }]
  const inDoubt = (tool: Tool) => crashedBefore(isFinished("turn:1/tool"), { tools: [tool] }, steps)

  test.each([
    ["read-only", { read_only: true }, 1, { ok: true, content: "ran" }],
    ["idempotent", { idempotent: true }, 1, { ok: true, content: "ran" }],
    ["of unknown effect", {}, 0, { ok: false, content: "interrupted: effect unknown" }],
  ])("that is %s", async (_kind, annotations, runs, told) => {
    const journal = await inDoubt(shell({ annotations }))
    const tool = shell({ annotations })
    const { transcript } = await (await loopWith({ tools: [tool] }, steps).resume(journal)).result
    expect(tool.calls).toHaveLength(runs)
    expect(transcript.find(({ role }) => role === "tool")).toMatchObject(told)
  })

  let root = ""
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "proofloop journal-"))
  })
  afterEach(() => rm(root, { recursive: true }))

  const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

  test.each([
    ["was done", "after", 0, { ok: true, content: "written" }],
    ["was not done", "before", 1, { ok: true, content: "ran" }],
    ["was not done, and the file was new", null, 1, { ok: true, content: "ran" }],
    ["met another writer", "other", 0, { ok: false, content: "interrupted: effect unknown" }],
  ])("whose write %s", async (_what, found, runs, told) => {
    const file = join(root, "a.txt")
    const plan: PlannedCall = {
      writes: [{ path: "a.txt", before: found === null ? null : hash("before"), after: hash("after") }],
      result: { ok: true, output: "written" },
    }
    const planned = (): ReturnType<typeof shell> =>
      shell({ workspace_root: root, annotations: { kind: "edit" }, plan_writes: () => Promise.resolve(plan) })
    const journal = await inDoubt(planned())
    if (found !== null) await writeFile(file, found)
    const tool = planned()
    const { transcript } = await (await loopWith({ tools: [tool] }, steps).resume(journal)).result
    expect(tool.calls).toHaveLength(runs)
    expect(transcript.find(({ role }) => role === "tool")).toMatchObject(told)
    expect(await readFile(file, "utf8").catch(() => null)).toBe(found)
  })
})

test("what a tool returns reaches the model as a replay would read it", async () => {
  const odd = (): unknown => ({ ok: true, output: { when: new Date(0), none: undefined, big: 5n } })
  const tools = [scriptedTool({ name: "run_test", idempotent: true, results: odd })]
  const steps = [calls("run_test"), calls("run_test"), { text: "##DONE##" }]
  const journal = memoryJournal()
  const whole = await loopWith({ tools }, steps).run("fix it", { journal }).result
  const at = recordsOf(journal).findIndex(isFinished("turn:2/tool"))
  const crashed = memoryJournal({ lines: journal.lines.slice(0, at) })
  const resumed = await (await loopWith({ tools }, steps).resume(crashed)).result
  expect(resumed.transcript).toEqual(whole.transcript)
  expect(JSON.stringify(whole.transcript)).toContain("1970-01-01")
})

test("a journal that cannot be written ends the run: nothing happens without its record", async () => {
  const journal = memoryJournal()
  const append = journal.append.bind(journal)
  const full = {
    ...journal,
    append: (line: string) =>
      journal.lines.length < 4 ? append(line) : Promise.reject(new Error("ENOSPC: no space left on device")),
  }
  const tools = [scriptedTool({ name: "run_test", results: () => "ran", idempotent: true })]
  const { result } = loopWith({ tools }).run("fix it", { journal: full })
  expect(await result).toMatchObject({
    status: "failed",
    stop_reason: "error",
    error: { message: "ENOSPC: no space left on device" },
  })
  expect(tools[0]?.calls).toHaveLength(1)
})

test("an end that cannot be recorded is told, and the result stands", async () => {
  const journal = memoryJournal()
  const full = {
    ...journal,
    append: (line: string) =>
      line.startsWith('{"type":"ended"') ? Promise.reject(new Error("ENOSPC")) : journal.append(line),
  }
  const run = loopWith({ tools: repairTools(["12 passed"]) }).run("fix it", { journal: full })
  const events = await recordEvents(run)
  expect(await run.result).toMatchObject({ status: "done", verified: true })
  expect(events.of("host_callback_error")).toMatchObject([{ callback: "journal", message: "ENOSPC" }])
  expect(events.types().at(-1)).toBe("host_callback_error")
})
