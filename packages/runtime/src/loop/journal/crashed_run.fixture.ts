import { expect } from "vitest"
import { scriptedModel, type ScriptedStep } from "../../models/scripted.ts"
import { memoryJournal, type MemoryJournal } from "../../testing/memory_journal.ts"
import { virtualClock } from "../../testing/virtual_clock.ts"
import { type AgentLoop, createAgentLoop } from "../create_agent_loop.ts"
import { calls, FAILURE, repairTools } from "../loop.fixture.ts"
import type { AgentLoopOptions } from "../options.ts"
import { chainLine, EMPTY } from "./chain.ts"
import type { JournalRecord } from "./record.ts"

export const script: readonly ScriptedStep[] = [
  calls("run_test"),
  calls("apply_fix"),
  calls("run_test"),
  { text: "Done. ##DONE##" },
]

/** A loop that repairs: its check fails once, then passes. */
export function loopWith(options: Partial<AgentLoopOptions> = {}, steps = script): AgentLoop {
  return createAgentLoop({
    model: scriptedModel(steps, { turn_from: "transcript" }),
    tools: repairTools([{ ok: false, error: FAILURE }, "12 passed"]),
    clock: virtualClock(),
    final_wrapup: false,
    stall_diagnostics: { repair_aware: true },
    ...options,
  })
}

export function recordsOf({ lines }: { readonly lines: readonly string[] }): readonly JournalRecord[] {
  return lines.map((line) => JSON.parse(line) as JournalRecord)
}

/** A journal that ends where the given record would come. */
export async function crashedBefore(
  is_it: (record: JournalRecord) => boolean,
  options: Partial<AgentLoopOptions> = {},
  steps = script,
): Promise<MemoryJournal> {
  const whole = memoryJournal()
  await loopWith(options, steps).run("fix it", { journal: whole }).result
  const at = recordsOf(whole).findIndex(is_it)
  expect(at).toBeGreaterThan(0)
  return memoryJournal({ lines: whole.lines.slice(0, at) })
}

/** The lines with their numbers and hashes made anew, as somebody does who knows how. */
export function resealed(lines: readonly string[]): readonly string[] {
  let head = EMPTY
  return lines.map((line) => {
    const next = chainLine(head, line.replace(/,"record":\d+,"sha256":"\w+"\}$/, "}"))
    head = next.head
    return next.line
  })
}

export const isFinished =
  (part: string) =>
  (record: JournalRecord): boolean =>
    record.type === "finished" && record.key.includes(part)
