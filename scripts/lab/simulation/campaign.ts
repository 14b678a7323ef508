import type { Violation } from "./invariants/index.ts"
import type { Machinery } from "./life.ts"
import { mustReach } from "./must_reach.ts"
import { simulate } from "./simulate.ts"

/** A seed that violates something, and the command that replays it. */
export interface Failure {
  readonly seed: number
  readonly violations: readonly Violation[]
  readonly command: string
}

/** What many seeds came to. */
export interface Tally {
  readonly schedules: number
  readonly lives: number
  readonly failures: readonly Failure[]
  /** Schedules that reached each thing. */
  readonly reached: Readonly<Record<string, number>>
}

export interface CampaignOptions {
  readonly from: number
  readonly schedules: number
  readonly machinery?: Machinery | undefined
  /** Stop after so many failing seeds; default 10. */
  readonly most_failures?: number | undefined
}

/** Plays the seeds from `from` on, one after the other. */
export async function runCampaign(options: CampaignOptions): Promise<Tally> {
  const { from, machinery, most_failures = 10 } = options
  const failures: Failure[] = []
  const reached: Record<string, number> = {}
  let [schedules, lives] = [0, 0]
  while (schedules < options.schedules && failures.length < most_failures) {
    const seed = from + schedules
    const { violations, coverage, undisturbed, disturbed } = await simulate(seed, machinery)
    schedules += 1
    lives += undisturbed.lives.length + (disturbed?.lives.length ?? 0)
    for (const what of coverage) reached[what] = (reached[what] ?? 0) + 1
    if (violations.length > 0) failures.push({ seed, violations, command: replayCommand(seed) })
  }
  return { schedules, lives, failures, reached }
}

export function replayCommand(seed: number): string {
  return `npm run lab -- simulation --seed ${seed}`
}

/** The tallies of campaigns that ran beside each other, as one. */
export function addUp(tallies: readonly Tally[]): Tally {
  const reached: Record<string, number> = {}
  for (const tally of tallies) {
    for (const [what, count] of Object.entries(tally.reached)) reached[what] = (reached[what] ?? 0) + count
  }
  return {
    schedules: tallies.reduce((sum, { schedules }) => sum + schedules, 0),
    lives: tallies.reduce((sum, { lives }) => sum + lives, 0),
    failures: tallies.flatMap(({ failures }) => failures).toSorted((one, other) => one.seed - other.seed),
    reached,
  }
}

/** Schedules from which on every fault, ending and crash must have been reached. */
export const ENOUGH = 5000

/** What should have been reached and was not. */
export function unreached({ reached }: Pick<Tally, "reached">): readonly string[] {
  return mustReach.filter((what) => reached[what] === undefined)
}
