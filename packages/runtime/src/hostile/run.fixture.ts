import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import type { AgentLoopOptions } from "../loop/options.ts"
import type { LoopEvent } from "../protocol/event.ts"
import type { Message } from "../protocol/message.ts"
import type { RunResult } from "../protocol/result.ts"
import { recommended } from "../stall/transcripts.fixture.ts"

/** How many inputs the generated tests try: PROOFLOOP_RUNS. */
export const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 30)

export interface HostileRun {
  readonly result: RunResult
  readonly events: readonly LoopEvent[]
  /** Lines of its trace file. */
  readonly trace: readonly string[]
}

/** Everything a run can do with what it is given: repair-aware, verifying, with content in its events and a trace. */
const everything: Partial<AgentLoopOptions> = {
  stall_diagnostics: { ...recommended, require_verified: false, repair_aware: true, include_arguments: true },
  event_content: true,
  max_iterations: 4,
  tool_timeout_ms: 1000,
  transport_retry: { max_attempts: 1 },
}

/** Runs to the end and asserts the laws of every run, on any input. */
export async function runHostile(options: AgentLoopOptions): Promise<HostileRun> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop hostile "))
  try {
    const trace = join(folder, "trace.jsonl")
    const run = createAgentLoop({ ...everything, ...options, trace }).run("fix the failing test")
    const events: LoopEvent[] = []
    for await (const event of run.events) events.push(event)
    const ran = {
      result: await run.result,
      events,
      trace: (await readFile(trace, "utf8")).split("\n").slice(0, -1),
    }
    expectSound(ran)
    return ran
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Laws of every run: it ends with one cause, hands back plain JSON, and each start has its end. */
function expectSound({ result, events, trace }: HostileRun): void {
  expect(notJson(result, "result")).toEqual([])
  for (const event of events) expect(notJson(event, event.type)).toEqual([])
  expect(events.filter(({ type }) => type === "run_end")).toHaveLength(1)
  expect(events.at(-1)).toMatchObject({
    type: "run_end",
    status: result.status,
    stop_reason: result.stop_reason,
  })
  for (const [start, end] of PAIRS) {
    const count = (type: string): number => events.filter((event) => event.type === type).length
    expect([start, count(end)]).toEqual([start, count(start)])
  }
  expectAnswered(result.transcript)
  const recorded = events.filter(({ type }) => type !== "model_delta")
  expect(trace.map((line) => typeOf(line))).toEqual(recorded.map(({ type }) => type))
}

const PAIRS = [
  ["iteration_start", "iteration_end"],
  ["model_call_start", "model_call_end"],
  ["tool_call_start", "tool_call_end"],
  ["verification_start", "verification_end"],
] as const

/** Every call of an assistant message has a unique id and one answer right behind it, as providers demand. */
function expectAnswered(transcript: readonly Message[]): void {
  transcript.forEach((message, at) => {
    if (message.role !== "assistant") return
    const asked = (message.tool_calls ?? []).map(({ id }) => id)
    expect(new Set(asked).size).toBe(asked.length)
    const answers = transcript.slice(at + 1, at + 1 + asked.length)
    expect(answers.map((answer) => (answer.role === "tool" ? answer.tool_call_id : answer.role))).toEqual(
      asked,
    )
  })
}

function typeOf(line: string): unknown {
  return (JSON.parse(line) as { readonly type?: unknown }).type
}

/** Paths of the parts that JSON would change; undefined fields do not count. */
function notJson(value: unknown, path: string, depth = 0): readonly string[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return []
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path]
  if (typeof value !== "object") return [path]
  if (depth > 1000) return [`${path.slice(0, 80)} (too deep)`]
  if (Array.isArray(value))
    return Array.from(value).flatMap((part: unknown, at) => notJson(part, `${path}[${at}]`, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return [path]
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : notJson(part, `${path}.${key}`, depth + 1),
  )
}
