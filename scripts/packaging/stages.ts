import { type Check, runChecks } from "./check_list.ts"
import { RegistryUnreachable } from "./registry.ts"

/** Checks, and what has to happen before them. */
export interface Stage {
  readonly prepare: () => Promise<void>
  readonly checks: readonly Check[]
}

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Why checks were skipped, else null. */
  readonly reason: string | null
}

/**
 * Runs the stages in order; the next one is prepared while the checks of one run. When the registry cannot be reached, the
 * checks of that stage and of all after it are skipped. Any other failure of a preparation rejects.
 */
export async function runStages(stages: readonly Stage[]): Promise<Outcome> {
  const total = { passed: 0, failed: 0 }
  let preparation = settle(stages[0])
  for (const [index, { checks }] of stages.entries()) {
    const { error } = await preparation
    if (error instanceof RegistryUnreachable) {
      const skipped = stages.slice(index).reduce((sum, stage) => sum + stage.checks.length, 0)
      return { ...total, skipped, reason: error.message }
    }
    if (error !== null) throw error
    preparation = settle(stages[index + 1])
    const { passed, failed } = await runChecks(checks)
    total.passed += passed
    total.failed += failed
  }
  return { ...total, skipped: 0, reason: null }
}

async function settle(stage: Stage | undefined): Promise<{ readonly error: unknown }> {
  try {
    await stage?.prepare()
    return { error: null }
  } catch (error) {
    return { error }
  }
}
