import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { detectFailingTests } from "@proofloop/stdlib/critics"
import type { GateEvent } from "@proofloop/stdlib/gate"
import type { Plan } from "@proofloop/stdlib/planning"
import { requireText } from "./require_text.ts"
import type { Rung } from "./rung.ts"

/** What came of one run on one rung. The names of the measures are those of the facts on the ladder (10.3). */
export interface Scorecard {
  readonly rung: number
  readonly model: string
  readonly gate: "on" | "off"
  readonly run: number
  readonly ts: string
  readonly touched_files: readonly string[]
  readonly expected_files: readonly string[]
  /** Share of the expected files that were touched. */
  readonly patch_coverage: number
  /** `error`: the tests cannot be run. */
  readonly test_health: "pass" | "fail" | "error"
  readonly failing_tests: readonly string[]
  /** Tests that the repair has to make pass and that still fail. */
  readonly expected_failing: readonly string[]
  readonly loc_added: number
  readonly loc_deleted: number
  /** Lines added for each line deleted. */
  readonly omega: number
  readonly subtasks: { readonly completed: number; readonly failed: number }
  readonly events: Readonly<Record<string, number>>
  readonly duration_ms: number
}

export interface Ran {
  readonly run: number
  readonly gate: "on" | "off"
  readonly model: string
  readonly duration_ms: number
  readonly plan: Plan
  readonly events: readonly GateEvent[]
}

export async function scorecardOf(rung: Rung, root: string, base: string, ran: Ran): Promise<Scorecard> {
  const { golden } = rung
  const numbers = (await requireText(root, ["diff", "--numstat", "--no-renames", base, "HEAD"]))
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"))
  const touched_files = numbers.map(([, , path]) => path ?? "")
  const sum = (column: number): number =>
    numbers.reduce((total, parts) => total + (Number(parts[column]) || 0), 0)
  const failing = await detectFailingTests(root)
  const failing_tests = [...(failing ?? [])].sort()
  const covered = golden.expected_patches_must_touch.filter((path) => touched_files.includes(path))
  const subtasks = ran.plan.tasks.flatMap((task) => task.subtasks)
  const { run, gate, model, duration_ms } = ran
  return {
    rung: golden.rung,
    model,
    gate,
    run,
    ts: new Date().toISOString(),
    touched_files,
    expected_files: golden.expected_patches_must_touch,
    patch_coverage: round(covered.length / Math.max(golden.expected_patches_must_touch.length, 1)),
    test_health: failing === null ? "error" : failing_tests.length === 0 ? "pass" : "fail",
    failing_tests,
    expected_failing: golden.expected_tests_pass.filter((name) =>
      failing_tests.some((one) => one.includes(name)),
    ),
    loc_added: sum(0),
    loc_deleted: sum(1),
    omega: round(sum(0) / Math.max(sum(1), 1)),
    subtasks: {
      completed: subtasks.filter(({ status }) => status === "completed").length,
      failed: subtasks.filter(({ status }) => status === "failed").length,
    },
    events: countTypes(ran.events),
    duration_ms,
  }
}

/** Writes a card that nobody can overwrite by accident. Returns its file. Throws when the file is there. */
export function writeScorecard(folder: string, card: Scorecard): string {
  mkdirSync(folder, { recursive: true })
  const name = `rung-${card.rung}-${card.gate}-${card.ts.replaceAll(/[:.]/g, "")}-${card.run}.json`
  const file = join(folder, name)
  writeFileSync(file, `${JSON.stringify(card, null, 2)}\n`, { flag: "wx", mode: 0o444 })
  return file
}

function countTypes(events: readonly GateEvent[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
