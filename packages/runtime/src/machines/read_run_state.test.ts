import { expect, test } from "vitest"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import { calls, repairTools } from "../loop/loop.fixture.ts"
import type { AgentLoopOptions } from "../loop/options.ts"
import { scriptedModel } from "../models/scripted.ts"
import { memoryJournal } from "../testing/memory_journal.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { readRunAtBorder } from "./read_run_state.ts"
import { initialRun } from "./run_state.ts"

const start = initialRun({ run_id: "r", task: "t", system_prompt: "Be brief.", limit: 3 })

/** Long enough that the journal takes a snapshot in nearly each turn. */
const TEXT = "Let me look. ".repeat(8000)
const script = [
  { ...calls("run_test"), text: TEXT },
  { text: TEXT, parse_errors: ["no JSON"] },
  { ...calls("apply_fix"), text: TEXT },
  { text: `${TEXT} ##DONE##` },
  { ...calls("run_test", "look", "unknown"), text: TEXT },
  { ...calls("apply_fix"), text: TEXT },
]
const options: readonly Partial<AgentLoopOptions>[] = [
  {},
  { verify_completion: () => "not yet", stall_diagnostics: { repair_aware: true, fold_verdicts: true } },
  { verify_completion: { command: "exit 1" }, iteration_budget: { mode: "adaptive", initial: 2, max: 9 } },
  { loop_control: () => ({ action: "extend", by: 1, reason: "more" }), post_turn_callback: () => "go on" },
  {
    stall_diagnostics: {
      repair_aware: true,
      progress_signal: () => 0.5,
      remediation_delivered: () => true,
      action_signal: () => true,
    },
  },
]

test("a run may stand where it starts", () => {
  expect(readRunAtBorder(JSON.parse(JSON.stringify(start)))).toEqual(start)
})

test.each(options)("a run may stand wherever it comes to between turns: %o", async (given) => {
  const journal = memoryJournal()
  const model = scriptedModel(script, { when_exhausted: "repeat_last" })
  const loop = createAgentLoop({
    model,
    tools: repairTools([{ ok: false, error: "boom" }, "12 passed"]),
    clock: virtualClock(),
    loop_until_done: true,
    done_sentinel: "##DONE##",
    max_iterations: 8,
    ...given,
  })
  await loop.run("fix it", { journal }).result
  const records = journal.lines.map((line) => JSON.parse(line) as { type: string; run?: unknown })
  const snapshots = records.filter(({ type }) => type === "snapshot")
  expect(snapshots.length).toBeGreaterThan(0)
  for (const { run } of snapshots) expect(readRunAtBorder(run)).toBe(run)
})

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "run"],
  ["a list", []],
  ["an empty record", {}],
  ["a run with a list of budgets", { ...start, budgets: [] }],
  ["a run that verifies", { ...start, verification: {} }],
])("%s is no such state", (_what, value) => {
  expect(readRunAtBorder(value)).toBeNull()
})
