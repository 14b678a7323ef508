import type { CriticResult } from "./run_critics.ts"
import type { Violation } from "./verdict.ts"

export interface Finding extends Violation {
  readonly critic: string
}

/** Everything the critics object to, in their order. What several of them find alike is told once, by the first. */
export function findingsOf(results: readonly CriticResult[]): readonly Finding[] {
  const seen = new Set<string>()
  return results.flatMap(({ critic, verdict }) =>
    verdict.status !== "fail"
      ? []
      : verdict.violations.flatMap((violation) => {
          const { path, line, column, rule, message } = violation
          const key = JSON.stringify([path, line, column, rule, message])
          if (seen.has(key)) return []
          seen.add(key)
          return [{ critic: critic.id, ...violation }]
        }),
  )
}
