import type { CriticResult } from "@proofloop/stdlib/critics"

/** One thing that is wrong, as every format of `proofloop check` tells it. */
export interface Finding {
  readonly critic: string
  readonly path: string
  /** From 1; absent where a finding is about the file as a whole. */
  readonly line?: number
  readonly column?: number
  readonly rule: string
  readonly message: string
}

/** The outcome of a check; `ran` are the ids of the critics that gave a verdict or were unable to. */
export interface CheckReport {
  readonly findings: readonly Finding[]
  readonly unable: ReadonlyArray<{ readonly critic: string; readonly reason: string }>
  readonly ran: readonly string[]
}

/** What the critics said, sorted by path and line; with `paths`, only what is about these. */
export function reportOf(
  results: readonly CriticResult[],
  isWanted: (path: string) => boolean = () => true,
): CheckReport {
  const findings = results
    .flatMap(({ critic, verdict }) =>
      verdict.status === "fail"
        ? verdict.violations.map(({ path, line, column, rule, message }) => ({
            critic: critic.id,
            path,
            ...(line === undefined ? {} : { line }),
            ...(column === undefined ? {} : { column }),
            rule,
            message,
          }))
        : [],
    )
    .filter(({ path }) => isWanted(path))
  const unable = results.flatMap(({ critic, verdict }) =>
    verdict.status === "unable" ? [{ critic: critic.id, reason: verdict.reason }] : [],
  )
  return { findings: findings.sort(byPlace), unable, ran: results.map(({ critic }) => critic.id) }
}

function byPlace(a: Finding, b: Finding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
