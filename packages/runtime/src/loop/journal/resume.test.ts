import { expect, test } from "vitest"
import { scriptedModel, type ScriptedStep } from "../../models/scripted.ts"
import type { LoopEvent } from "../../protocol/event.ts"
import type { Tool } from "../../protocol/executable_tool.ts"
import type { RunResult } from "../../protocol/result.ts"
import type { ToolAnnotations } from "../../protocol/tool.ts"
import { memoryJournal, type MemoryJournal } from "../../testing/memory_journal.ts"
import { scriptedTool } from "../../testing/scripted_tool.ts"
import { virtualClock } from "../../testing/virtual_clock.ts"
import { type AgentLoop, createAgentLoop } from "../create_agent_loop.ts"
import { calls, FAILURE } from "../loop.fixture.ts"
import type { AgentLoopOptions } from "../options.ts"
import type { JournalRecord } from "./record.ts"

/** What survives a process: the state that tools share, and every effect they had. */
interface World {
  readonly done: string[]
  readonly fixed: Set<number>
  readonly tools: readonly Tool[]
}

function createWorld(): World {
  const done: string[] = []
  const fixed = new Set<number>()
  const tool = (name: string, annotations: ToolAnnotations, result: (iteration: number) => unknown): Tool =>
    scriptedTool({
      name,
      ...annotations,
      results: (_args, _call, { call_id, iteration }) => {
        done.push(`${iteration} ${name} ${call_id}`)
        return result(iteration)
      },
    })
  const tools = [
    tool("run_test", { evidence_role: "verification", idempotent: true }, () =>
      fixed.size < 2 ? { ok: false, error: FAILURE } : "12 passed",
    ),
    tool("apply_fix", { kind: "edit", idempotent: true }, (iteration) => {
      fixed.add(iteration)
      return "edited"
    }),
    tool("look", { kind: "read", read_only: true }, () => "page"),
  ]
  return { done, fixed, tools }
}

const script: readonly ScriptedStep[] = [
  calls("look", "look", "run_test"),
  calls("apply_fix"),
  { throws: { kind: "transient", message: "overloaded" } },
  calls("run_test"),
  calls("apply_fix"),
  calls("look", "run_test"),
  { text: "All tests pass. ##DONE##" },
]

function loopIn(world: World, options: Partial<AgentLoopOptions> = {}): AgentLoop {
  return createAgentLoop({
    model: scriptedModel(remaining(), { turn_from: "transcript" }),
    tools: world.tools,
    clock: virtualClock(),
    stall_diagnostics: { repair_aware: true },
    verify_completion: () => true,
    ...options,
  })
}

/** By transcript, a failing step would fail again at each retry: it fails once a process. */
function remaining(): readonly ScriptedStep[] {
  return script.filter((step) => !("throws" in step))
}

function withoutTimes(result: RunResult): unknown {
  return { ...result, usage: { ...result.usage, duration_ms: 0 }, journal: null }
}

function finishedKeys(journal: MemoryJournal): readonly string[] {
  return recordsOf(journal).flatMap((record) => (record.type === "finished" ? [record.key] : []))
}

function callId(entry: string): string {
  return entry.split(" ").at(-1) ?? ""
}

function numbered(events: readonly LoopEvent[]): readonly string[] {
  return events.flatMap(({ seq, type }) => (/run_resumed|model_delta/.test(type) ? [] : [`${seq} ${type}`]))
}

async function readAll(events: AsyncIterable<LoopEvent>, into: LoopEvent[] = []): Promise<LoopEvent[]> {
  for await (const event of events) into.push(event)
  return into
}

function recordsOf({ lines }: MemoryJournal): readonly JournalRecord[] {
  return lines.map((line) => JSON.parse(line) as JournalRecord)
}

async function uninterrupted(): Promise<{
  world: World
  journal: MemoryJournal
  result: RunResult
  events: LoopEvent[]
}> {
  const world = createWorld()
  const journal = memoryJournal()
  const run = loopIn(world).run("fix it", { run_id: "run-1", journal })
  const [events, result] = await Promise.all([readAll(run.events), run.result])
  return { world, journal, result, events }
}

test("every effect has a record before and after it", async () => {
  const { journal, world } = await uninterrupted()
  const records = recordsOf(journal)
  expect(records[0]).toMatchObject({ type: "begun", run_id: "run-1", task: "fix it" })
  expect(records.at(-1)).toMatchObject({ type: "ended", result: { status: "done", verified: true } })
  const tools = records.flatMap((record) =>
    record.type === "finished" && record.key.includes("/tool:") ? [record.key] : [],
  )
  expect(tools).toHaveLength(world.done.length)
  for (const record of records) {
    if (record.type !== "finished") continue
    const start = records.findIndex((other) => other.type === "started" && other.key === record.key)
    expect(start).toBeGreaterThan(-1)
    expect(start).toBeLessThan(records.indexOf(record))
  }
})

test("a run that dies between any two records is resumed to the same end, and no finished call runs twice", async () => {
  const whole = await uninterrupted()
  for (let dies_before = 1; dies_before < whole.journal.lines.length; dies_before += 1) {
    const world = createWorld()
    const crashed = memoryJournal({ dies_before })
    const before = loopIn(world).run("fix it", { run_id: "run-1", journal: crashed })
    const told: LoopEvent[] = []
    void readAll(before.events, told)
    await crashed.died
    const finished = finishedKeys(crashed)

    const journal = memoryJournal({ lines: crashed.lines })
    const run = await loopIn(world).resume(journal)
    const [events, result] = await Promise.all([readAll(run.events), run.result])

    expect(withoutTimes(result)).toEqual(withoutTimes(whole.result))
    expect(world.fixed).toEqual(whole.world.fixed)
    const twice = world.done.filter((entry, index) => world.done.indexOf(entry) !== index)
    for (const entry of twice) expect(finished.filter((key) => key.endsWith(callId(entry)))).toEqual([])
    expect(new Set(finishedKeys(journal)).size).toBe(finishedKeys(journal).length)
    // Together both processes told everything, each event under its number.
    expect([...new Set([...numbered(told), ...numbered(events)])]).toEqual(numbered(whole.events))
    expect(events.filter(({ type }) => type === "run_resumed")).toHaveLength(1)
  }
})
