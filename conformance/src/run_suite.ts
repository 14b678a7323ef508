import { type Case, isTranscript } from "./case.ts"
import type { Implementation } from "./implementation.ts"
import { ourImplementation } from "./ours.ts"
import { type Preset, underPreset } from "./preset.ts"
import { loadRequirements } from "./requirements.ts"
import { type CaseOutcome, runCase } from "./run_case.ts"

export interface SuiteOptions {
  readonly cases: readonly Case[]
  /** Default: this project's own. It is not closed here. */
  readonly implementation?: Implementation
  /** Only cases whose id or requirement contains this text. */
  readonly filter?: string
  /** Options below those of the cases (README, "Presets"). */
  readonly preset?: Preset
}

export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly cases: readonly CaseOutcome[]
  readonly requirements: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>
}

/** Runs the cases, transcripts one after the other. A filter that fits no case is an error, never an empty success. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { implementation = ourImplementation(), filter, preset } = options
  const chosen = options.cases.filter(
    ({ id, requirement }) => filter === undefined || id.includes(filter) || requirement.includes(filter),
  )
  if (chosen.length === 0)
    throw new Error(filter === undefined ? "no cases" : `no case or requirement has "${filter}" in its id`)
  const requirements = await loadRequirements()
  const play = async (played: Case): Promise<CaseOutcome> => {
    const adapted = preset === undefined ? played : underPreset(played, preset, requirements)
    return typeof adapted === "string" ? skipped(played, adapted) : runCase(implementation, adapted)
  }
  const outcomes = await playAll(chosen, implementation.questions_at_once ?? 1, play)
  return { ...count(outcomes), cases: outcomes, requirements: byRequirement(outcomes) }
}

/** Transcripts one after the other; critic cases, which stand each for themselves, as many at once as may be. */
async function playAll(
  cases: readonly Case[],
  at_once: number,
  play: (played: Case) => Promise<CaseOutcome>,
): Promise<readonly CaseOutcome[]> {
  const outcomes = new Map<Case, CaseOutcome>()
  for (const played of cases.filter(isTranscript)) outcomes.set(played, await play(played))
  const questions = cases.filter((played) => !isTranscript(played)).values()
  async function ask(): Promise<void> {
    for (const played of questions) outcomes.set(played, await play(played))
  }
  await Promise.all(Array.from({ length: at_once }, ask))
  return cases.flatMap((played) => outcomes.get(played) ?? [])
}

function skipped({ id, requirement }: Case, message: string): CaseOutcome {
  return { id, requirement, status: "skipped", message, duration: 0 }
}

function count(outcomes: readonly CaseOutcome[]): { passed: number; failed: number; skipped: number } {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of outcomes) counts[status] += 1
  return counts
}

function byRequirement(outcomes: readonly CaseOutcome[]): SuiteResult["requirements"] {
  const names = [...new Set(outcomes.map(({ requirement }) => requirement))].sort()
  return Object.fromEntries(
    names.map((name) => {
      const { passed, failed } = count(outcomes.filter(({ requirement }) => requirement === name))
      return [name, { passed, failed }]
    }),
  )
}
