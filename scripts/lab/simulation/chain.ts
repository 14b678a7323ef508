import type { RunResult } from "@proofloop/runtime"
import type { JournalRecord } from "@proofloop/runtime/internal/journal"
import { finishedKeys, inDoubt, isUnanswered, recordsOf } from "./journal_lines.ts"
import { type Cut, type Life, live, type Surrounded } from "./life.ts"
import { type Interruption, type Plan, RESUMABLE } from "./plan.ts"
import { createTrail, type Trail } from "./trail.ts"
import { createWorld, type Effect, type World } from "./world.ts"

/** A run from its start to its end, over all its lives. */
export interface Chain {
  readonly plan: Plan
  readonly lives: readonly Life[]
  readonly world: World
  /** The journal at the end; null for a run without one. */
  readonly lines: readonly string[] | null
  readonly records: readonly JournalRecord[]
  readonly result: RunResult | null
  readonly trail: Trail
}

/** How much there was of what an interruption counts, in the undisturbed run. */
export type Extent = Readonly<Record<"records" | "effects" | "events", number>>

interface ChainInput extends Surrounded {
  /** Null: nothing interrupts this one. */
  readonly extent: Extent | null
  readonly with_journal: boolean
}

const FIRST_MORNING = 1_000_000

/** Lives until the run is over: each interruption of the plan ends one life, and the last one is left alone. */
export async function runChain(input: ChainInput): Promise<Chain> {
  const { plan, coverage, extent } = input
  const world = createWorld(plan.seed)
  const trail = createTrail()
  const lines: string[] | null = input.with_journal ? [] : null
  const lives: Life[] = []
  const cuts = extent === null ? [] : plan.interruptions
  let start_ms = FIRST_MORNING
  for (let number = 0; ; number += 1) {
    const interruption = cuts[number]
    const cut =
      interruption === undefined || extent === null ? null : cutOf(interruption, extent, lines?.length ?? 0)
    const life = await live({ ...input, number, world, trail, lines, cut, start_ms })
    lives.push(life)
    const goes_on = life.outcome === "died" || (life.result !== null && mayGoOn(life.result, cut))
    if (!goes_on || cut === null || life.thrown !== null) break
    if (life.result !== null && isUnanswered(life.result)) coverage.add("resumed after nobody answered")
    if (lines !== null) forgetLost(world, lines, coverage)
    // No one waits for a dead process: it may be a day until somebody resumes the run.
    start_ms += 86_400_000
  }
  const records = recordsOf(lines ?? [])
  return { plan, lives, world, lines, records, result: lives.at(-1)?.result ?? null, trail }
}

/** A run whose journal failed ends as failed, and its journal knows nothing of it. */
function mayGoOn(result: RunResult, cut: Cut | null): boolean {
  return (
    RESUMABLE.has(result.status) ||
    isUnanswered(result) ||
    (cut?.kind === "journal_failure" && result.status === "failed")
  )
}

/** Where a life is cut. A later life has less left of the run, so it is cut earlier. */
function cutOf({ kind, at }: Interruption, extent: Extent, written: number): Cut {
  const whole = {
    crash_before_record: extent.records,
    journal_failure: extent.records,
    abort: extent.events,
    suspend: extent.events,
  }
  const total = kind in whole ? whole[kind as keyof typeof whole] : extent.effects
  const left = written === 0 ? 1 : Math.max(0.1, 1 - written / Math.max(1, extent.records))
  return { kind, number: Math.floor(at * Math.max(1, total * left)) }
}

/**
 * Provider calls without a recorded outcome are asked again. The model's failures depend on the number of calls, so
 * these are not counted.
 */
function forgetLost(world: World, lines: readonly string[], coverage: Set<string>): void {
  const records = recordsOf(lines)
  const kept = finishedKeys(records).filter((key) => key.includes("/model:")).length
  const calls = world.effects.filter(({ kind, is_lost }) => kind === "model" && !is_lost)
  for (const call of calls.slice(kept)) call.is_lost = true
  for (const { key, plan } of inDoubt(records))
    coverage.add(`in doubt ${kindOfDoubt(key, plan, world.effects)}`)
}

/** What lets a tool run again; all others are of unknown effect. */
const DECLARED: Readonly<Record<string, string>> = {
  read_file: "read_only",
  search: "read_only",
  run_check: "idempotent",
  set_note: "idempotent",
}

function kindOfDoubt(key: string, plan: unknown, calls: readonly Effect[]): string {
  const asked = key.split("/")[1] ?? ""
  if (!asked.startsWith("tool:")) {
    return asked.startsWith("model:") || asked.startsWith("verify:") || asked.startsWith("back_off:")
      ? (asked.split(":")[0] ?? "")
      : "callback"
  }
  if (typeof plan === "object" && plan !== null) return "planned"
  const call = calls.findLast(
    ({ identity }) =>
      asked.endsWith(`:${identity.split("/")[1]}`) && key.startsWith(`turn:${identity.split("/")[0]}/`),
  )
  return call === undefined ? "not begun" : (DECLARED[call.name] ?? "unknown")
}
