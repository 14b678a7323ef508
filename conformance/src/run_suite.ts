import { setImmediate } from "node:timers/promises"
import { type Case, type Suite, suiteOf } from "./case.ts"
import { type Counts, countOutcomes } from "./counts.ts"
import type { Implementation } from "./implementation.ts"
import { ourImplementation } from "./ours.ts"
import { type Preset, underPreset } from "./preset.ts"
import { loadRequirements } from "./requirements.ts"
import { type CaseOutcome, runCase } from "./run_case.ts"

export interface SuiteOptions {
  /** The cases to run. */
  readonly cases: readonly Case[]
  /** Default: this project's own. Several equal ones share the cases. None is closed here. */
  readonly implementation?: Implementation | readonly Implementation[]
  /** Only cases whose id or requirement contains this text. */
  readonly filter?: string
  /** Options below those of the cases (README, "Presets"). */
  readonly preset?: Preset
  /** Called after each case, in the order of their ends. A throw ends the run. */
  readonly on_outcome?: (outcome: CaseOutcome) => void
}

export interface SuiteResult extends Counts {
  /** The cases that promise behaviour. */
  readonly promises: Counts
  /** The cases that compare with recorded answers. */
  readonly golden: Counts
  /** The cases with forged evidence. */
  readonly forged: Counts
  /** In the order of the given cases. */
  readonly cases: readonly CaseOutcome[]
  /** By requirement: how many of its cases passed and failed. */
  readonly requirements: Readonly<
    Record<
      string,
      {
        /** Its cases that passed. */
        readonly passed: number
        /** Its cases that failed. */
        readonly failed: number
      }
    >
  >
}

/** Runs the cases. A filter that fits no case is an error, never an empty success. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { implementation = ourImplementation(), filter, preset, on_outcome } = options
  const chosen = options.cases.filter(
    ({ id, requirement }) => filter === undefined || id.includes(filter) || requirement.includes(filter),
  )
  if (chosen.length === 0)
    throw new Error(filter === undefined ? "no cases" : `no case or requirement has "${filter}" in its id`)
  const requirements = await loadRequirements()
  const play = async (played: Case, asked: Implementation): Promise<CaseOutcome> => {
    const adapted = preset === undefined ? played : underPreset(played, preset, requirements)
    const outcome = typeof adapted === "string" ? skipped(played, adapted) : await runCase(asked, adapted)
    on_outcome?.(outcome)
    return outcome
  }
  const implementations = "request" in implementation ? [implementation] : implementation
  const outcomes = await playAll(chosen, implementations, play)
  const countOf = (suite: Suite): Counts => countOutcomes(outcomes.filter((one) => one.suite === suite))
  return {
    ...countOutcomes(outcomes),
    promises: countOf("promises"),
    golden: countOf("golden"),
    forged: countOf("forged"),
    cases: outcomes,
    requirements: byRequirement(outcomes),
  }
}

/**
 * Every implementation takes the next case as soon as it is free. Golden and forged cases are independent, so it gets
 * as many at once as it allows; transcripts go one after the other. The first implementation begins with the
 * transcripts, the others with the rest.
 */
async function playAll(
  cases: readonly Case[],
  implementations: readonly Implementation[],
  play: (played: Case, asked: Implementation) => Promise<CaseOutcome>,
): Promise<readonly CaseOutcome[]> {
  const outcomes = new Map<Case, CaseOutcome>()
  const alone = cases.filter((played) => suiteOf(played) !== "promises").values()
  const transcripts = cases.filter((played) => suiteOf(played) === "promises").values()
  async function work(asked: Implementation, some: Iterable<Case>, at_once: number): Promise<void> {
    const workers = Array.from({ length: at_once }, async () => {
      for (const played of some) {
        outcomes.set(played, await play(played, asked))
        // An implementation in this process may never have waited; replies of other processes have.
        await setImmediate()
      }
    })
    await Promise.all(workers)
  }
  await Promise.all(
    implementations.map(async (asked, index) => {
      if (index === 0) await work(asked, transcripts, 1)
      await work(asked, alone, asked.questions_at_once ?? 1)
      if (index > 0) await work(asked, transcripts, 1)
    }),
  )
  return cases.flatMap((played) => outcomes.get(played) ?? [])
}

function skipped(played: Case, message: string): CaseOutcome {
  const { id, requirement } = played
  return { id, requirement, suite: suiteOf(played), status: "skipped", message, duration: 0 }
}

function byRequirement(outcomes: readonly CaseOutcome[]): SuiteResult["requirements"] {
  const names = [...new Set(outcomes.map(({ requirement }) => requirement))].sort()
  return Object.fromEntries(
    names.map((name) => {
      const { passed, failed } = countOutcomes(outcomes.filter(({ requirement }) => requirement === name))
      return [name, { passed, failed }]
    }),
  )
}
