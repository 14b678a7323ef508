import type { Suite } from "./case.ts"
import type { CaseOutcome } from "./run_case.ts"

/** How many cases ended how. */
export interface Counts {
  /** Cases that hold. */
  readonly passed: number
  /** Cases that do not hold. */
  readonly failed: number
  /** Cases that were not tried. */
  readonly skipped: number
}

/** Counts outcomes by status. */
export function countOutcomes(outcomes: readonly CaseOutcome[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of outcomes) counts[status] += 1
  return counts
}

/** All of them, however they ended. */
export function totalOf({ passed, failed, skipped }: Counts): number {
  return passed + failed + skipped
}

/** "12 promises, 3 golden": which cases a report is about. Forged ones are named where there are some. */
export function suiteCounts({ promises, golden, forged }: Readonly<Record<Suite, Counts>>): string {
  const some_forged = totalOf(forged) === 0 ? "" : `, ${totalOf(forged)} forged`
  return `${totalOf(promises)} promises, ${totalOf(golden)} golden${some_forged}`
}
