import type { CriticResult } from "./run_critics.ts"
import type { Violation } from "./verdict.ts"

export interface Finding extends Omit<Violation, "severity"> {
  readonly critic: string
  /** That of the violation, else that of the critic. */
  readonly severity: "error" | "warning"
}

/** Everything the critics object to, in their order. A finding that several critics share is told once, by the first. */
export function findingsOf(results: readonly CriticResult[]): readonly Finding[] {
  const seen = new Set<string>()
  const told = results.flatMap(({ critic, verdict }) =>
    verdict.status !== "fail"
      ? []
      : verdict.violations.flatMap((violation) => {
          const { path, line, column, rule, message } = violation
          const key = JSON.stringify([path, line, column, rule, message])
          if (seen.has(key)) return []
          seen.add(key)
          return [{ critic: critic.id, severity: critic.severity, ...violation }]
        }),
  )
  const lost = new Set(told.flatMap((one) => (one.rule === "missing_definition" ? [nameOf(one)] : [])))
  // A test's function is a definition as well.
  return told.filter((one) => one.critic !== "forged-deleted" || !lost.has(nameOf(one)))
}

function nameOf({ path, evidence }: Pick<Violation, "path" | "evidence">): string {
  return `${path}\0${evidence.split(" > ").at(-1)}`
}
