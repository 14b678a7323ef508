import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgentLoop } from "@proofloop/runtime"
import { type Chain, type Extent, runChain } from "./chain.ts"
import { violationsOf, type Violation } from "./invariants/index.ts"
import type { Machinery } from "./life.ts"
import { type Plan, planOf } from "./plan.ts"

/** One seed: its plan, the run that nothing interrupted, the one that was interrupted, and what they violate. */
export interface Schedule {
  readonly plan: Plan
  readonly undisturbed: Chain
  readonly disturbed: Chain | null
  readonly violations: readonly Violation[]
  /** What the runs reached: faults, endings, crashes. */
  readonly coverage: ReadonlySet<string>
  /** Equal for equal histories: a seed that gives another one at its second run is no reproduction. */
  readonly fingerprint: () => string
}

export const realMachinery: Machinery = { createAgentLoop, journal: (store) => store }

const folder = join(tmpdir(), `proofloop-simulation-${process.pid}`)

/** Plays the schedule of a seed, in virtual time. Nothing of it depends on anything but the seed and the machinery. */
export async function simulate(seed: number, machinery: Machinery = realMachinery): Promise<Schedule> {
  const plan = planOf(seed)
  const coverage = new Set<string>()
  const input = { plan, machinery, coverage, folder }
  // Without interruptions there is nothing to compare: half of these runs keep no journal.
  const with_journal = plan.interruptions.length > 0 || seed % 2 === 0
  const undisturbed = await runChain({ ...input, extent: null, with_journal })
  const disturbed =
    plan.interruptions.length === 0
      ? null
      : await runChain({ ...input, extent: extentOf(undisturbed), with_journal: true })
  note(coverage, undisturbed)
  if (disturbed !== null) note(coverage, disturbed)
  const violations = violationsOf({ plan, undisturbed, disturbed, coverage })
  return {
    plan,
    undisturbed,
    disturbed,
    violations,
    coverage,
    fingerprint: () => `${undisturbed.trail.fingerprint()}/${disturbed?.trail.fingerprint() ?? 0}`,
  }
}

function extentOf({ lines, world, lives }: Chain): Extent {
  const events = lives.reduce((sum, life) => sum + life.events.length, 0)
  return { records: lines?.length ?? 0, effects: world.effects.length, events }
}

function note(coverage: Set<string>, { lives }: Chain): void {
  for (const { result, events, readers } of lives) {
    if (result !== null) {
      coverage.add(`status ${result.status}`)
      coverage.add(`stop_reason ${result.stop_reason}`)
    }
    if (readers.some((reader) => reader.events.some(({ type }) => type === "events_dropped")))
      coverage.add("events dropped")
    if (events.some((event) => event.type === "iteration_end" && event.skip_reason === "wall_clock"))
      coverage.add("interrupted by the deadline")
  }
}
