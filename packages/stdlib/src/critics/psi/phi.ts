import { callersOf } from "../../code/callers.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { indexFor, type TouchedCode } from "../reachability/symbols.ts"

/** How little a change can affect elsewhere: 1 when its files' symbols have no callers. */
export interface Phi {
  /** Weighted by the number of symbols of each file. */
  readonly value: number
  /** That of the file with the lowest value; for information only. */
  readonly lowest: number
  /** The value of each file, by its path. */
  readonly per_file: ReadonlyMap<string, number>
  /** No symbols were found, so that the value is the neutral 1. */
  readonly active: boolean
}

/** The value for a change without known symbols. */
export const NEUTRAL_PHI: Phi = { value: 1, lowest: 1, per_file: new Map(), active: false }

/** Φ: the mean over public symbols of 1 / (1 + ln(1 + callers)), those in the same file included. @requirement critics.psi-full */
export async function phi(touched: readonly TouchedCode[], facts: RepositoryFacts): Promise<Phi> {
  if (touched.every(({ after }) => after.length === 0)) return NEUTRAL_PHI
  const index = await indexFor(facts, touched)
  const scores = touched.flatMap(({ path, after }) =>
    after.map((definition) => ({ path, score: score(callersOf({ path, definition }, index).length) })),
  )
  const per_file = new Map<string, number>()
  for (const { path } of touched) {
    const own = scores.filter((scored) => scored.path === path)
    if (own.length > 0) per_file.set(path, mean(own.map((scored) => scored.score)))
  }
  return {
    value: mean(scores.map((scored) => scored.score)),
    lowest: Math.min(...per_file.values()),
    per_file,
    active: true,
  }
}

function score(callers: number): number {
  return 1 / (1 + Math.log(1 + callers))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
