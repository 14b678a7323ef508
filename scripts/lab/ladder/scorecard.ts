import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { git, GitError } from "@proofloop/foundation/git"
import type { Plan } from "@proofloop/stdlib"
import { detectFailingTests } from "@proofloop/stdlib/critics"
import type { GateEvent } from "@proofloop/stdlib/gate"
import { falseRejections, refusedTurns, type Turn } from "./refusals.ts"
import type { Rung } from "./rung.ts"

/** What came of one run on one rung. */
export type Scorecard = Awaited<ReturnType<typeof scorecardOf>>

export interface Ran {
  readonly run: number
  readonly gate: "on" | "off"
  readonly model: string
  readonly duration_ms: number
  readonly plan: Plan
  readonly events: readonly GateEvent[]
  readonly turns: readonly Turn[]
}

export async function scorecardOf(rung: Rung, root: string, base: string, ran: Ran) {
  const { golden } = rung
  const diff = ["diff", "--numstat", "--no-renames", base, "HEAD"]
  const outcome = await git(root, diff)
  if (outcome.exit_code !== 0) throw new GitError(diff, outcome)
  const numbers = outcome.stdout
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
  const { run, gate, model, duration_ms, turns } = ran
  const refused = gate === "on" ? await refusedTurns(root, turns) : []
  return {
    rung: golden.rung,
    model,
    gate,
    run,
    ts: new Date().toISOString(),
    touched_files,
    expected_files: golden.expected_patches_must_touch,
    /** Share of the expected files that were touched. */
    patch_coverage: round(covered.length / Math.max(golden.expected_patches_must_touch.length, 1)),
    test_health: testHealth(failing),
    failing_tests,
    /** Tests that the repair has to make pass and that still fail. */
    expected_failing: golden.expected_tests_pass.filter((name) =>
      failing_tests.some((one) => one.includes(name)),
    ),
    loc_added: sum(0),
    loc_deleted: sum(1),
    /** Lines added for each line deleted. */
    omega: round(sum(0) / Math.max(sum(1), 1)),
    subtasks: {
      completed: subtasks.filter(({ status }) => status === "completed").length,
      failed: subtasks.filter(({ status }) => status === "failed").length,
    },
    /** Calls of the model. */
    turns: turns.length,
    /** Turns whose change did not come to a commit. */
    rejections: refused.length,
    /** Those that were good. */
    false_rejections: (await falseRejections(root, refused, golden)).length,
    events: countTypes(ran.events),
    duration_ms,
  }
}

/** `error`: the tests cannot be run. */
function testHealth(failing: ReadonlySet<string> | null): "pass" | "fail" | "error" {
  if (failing === null) return "error"
  return failing.size === 0 ? "pass" : "fail"
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
