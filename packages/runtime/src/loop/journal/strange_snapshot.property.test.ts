import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { isJournalError } from "../../errors/journal_error.ts"
import { readRunAtBorder } from "../../machines/read_run_state.ts"
import { scriptedModel } from "../../models/scripted.ts"
import type { RunResult } from "../../protocol/result.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { virtualClock } from "../../testing/virtual_clock.ts"
import { createAgentLoop } from "../create_agent_loop.ts"
import { calls, FAILURE, repairTools } from "../loop.fixture.ts"
import { resealed } from "./crashed_run.fixture.ts"

const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 60)
/** Long enough that the journal takes snapshots. */
const SAID = "Let me look. ".repeat(2500)
const script = [
  { ...calls("run_test"), text: SAID },
  { ...calls("apply_fix"), text: SAID },
  { ...calls("run_test", "look"), text: SAID },
  { ...calls("apply_fix", "run_test"), text: SAID },
  { text: "Done." },
]

function createLoop() {
  return createAgentLoop({
    model: scriptedModel(script, { turn_from: "transcript" }),
    tools: repairTools([{ ok: false, error: FAILURE }]),
    clock: virtualClock(),
    max_iterations: 8,
    final_wrapup: false,
    stall_diagnostics: { repair_aware: true },
  })
}

interface Snapshot {
  readonly run: object
}

let lines: readonly string[] = []
let at = -1
let snapshot: Snapshot = { run: {} }
let whole: RunResult | null = null
beforeAll(async () => {
  const journal = memoryJournal()
  whole = await createLoop().run("fix it", { journal, run_id: "run" }).result
  lines = journal.lines.slice(0, -1)
  at = lines.findLastIndex((line) => line.startsWith('{"type":"snapshot"'))
  snapshot = JSON.parse(lines[at] ?? "") as Snapshot
})

type Path = readonly string[]

function placesIn(value: unknown, above: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [...above, name],
    ...placesIn(inner, [...above, name]),
  ])
}

/** The journal with another value at one place of its last snapshot. */
function changed(path: Path, value: unknown): { readonly lines: readonly string[]; readonly run: unknown } {
  const record: object = structuredClone(snapshot)
  let inside = record
  for (const name of path.slice(0, -1)) inside = Reflect.get(inside, name) as object
  Reflect.set(inside, path.at(-1) ?? "", value)
  return { lines: lines.with(at, JSON.stringify(record)), run: Reflect.get(record, "run") }
}

async function resumed(damaged: readonly string[]): Promise<RunResult | "refused"> {
  try {
    return await (
      await createLoop().resume(memoryJournal({ lines: resealed(damaged) }))
    ).result
  } catch (error) {
    if (isJournalError(error)) return "refused"
    throw error
  }
}

function endOf(result: RunResult | "refused" | null): string {
  return result === null || result === "refused"
    ? "refused"
    : JSON.stringify([result.status, result.transcript])
}

/** An end in error is a refusal only when the journal is named as its cause. */
function kindOf(result: RunResult | "refused"): string {
  if (result === "refused" || result.error?.code.startsWith("journal_") === true) return "refused"
  return result.stop_reason === "error" ? "an error" : "another end"
}

const anything = fc.oneof(
  fc.constantFrom(undefined, null, -1, 0, 0.5, 1e308, "", "x", true, false, [], {}, [null], { role: "user" }),
  fc.jsonValue({ maxDepth: 3 }),
)

test("the snapshot is one that a run starts from", () => {
  expect(at).toBeGreaterThan(0)
  expect(readRunAtBorder(snapshot.run)).toBe(snapshot.run)
})

test("a snapshot with anything in any place is passed over, or refused by name: never believed", async () => {
  const places = placesIn(snapshot)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), anything, async (path, value) => {
      const damaged = changed(path, value)
      const passed_over = path[0] === "run" && readRunAtBorder(damaged.run) === null
      const result = await resumed(damaged.lines)
      const expected = passed_over ? [endOf(whole)] : [endOf(whole), "refused"]
      expect(expected).toContain(endOf(result) === endOf(whole) ? endOf(whole) : kindOf(result))
    }),
    { numRuns },
  )
})

test.each([
  ["no run at all", ["run"], null],
  ["a run without budgets", ["run", "budgets"], {}],
  ["a detector of another shape", ["run", "detector", "slots"], "x"],
  ["messages that are none", ["run", "messages"], [null]],
  ["an end", ["run", "ending"], { status: "done", stop_reason: "natural", wrapup: "done", reserved: true }],
  ["the run of another journal", ["run", "run_id"], "other"],
  ["a machine without a name", ["machine"], "one"],
])("a snapshot with %s is passed over: the run is replayed", async (_what, path, value) => {
  const result = await resumed(changed(path, value).lines)
  expect(result).toEqual({
    ...whole,
    usage: expect.anything() as unknown,
    journal: expect.anything() as unknown,
  })
})

test.each([
  ["another field", ["run", "ledger"], { write_epoch: 0 }],
  ["other words of the model", ["run", "text"], "All is well."],
  ["fewer turns spent", ["run", "budgets", "iteration"], 0],
  ["a later edit", ["run", "detector", "work", "write_epoch"], 9],
])("a snapshot with %s is not the state that the records lead to: refused", async (_what, path, value) => {
  const result = await resumed(changed(path, value).lines)
  expect(result).toMatchObject({
    verified: false,
    stop_reason: "error",
    error: {
      code: "journal_diverged",
      message: expect.stringContaining("the snapshot is not the state") as string,
    },
  })
})
