import { type CriticResult, type CriticVerdict, findingsOf } from "@proofloop/stdlib/critics"

/** One thing that is wrong, as every format of `proofloop check` tells it. */
export interface ReportedFinding {
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
  readonly findings: readonly ReportedFinding[]
  readonly unable: ReadonlyArray<{ readonly critic: string; readonly reason: string }>
  readonly ran: readonly string[]
}

/** What the critics said, sorted by path and line; with `paths`, only what is about these. */
export function reportOf(
  results: readonly CriticResult[],
  isWanted: (path: string) => boolean = () => true,
): CheckReport {
  const findings = findingsOf(results)
    .filter(({ path }) => isWanted(path))
    .map(({ critic, path, line, column, rule, message }) => ({
      critic,
      path,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      rule,
      message,
    }))
  const unable = results.flatMap(({ critic, verdict }) => {
    const reason = unableReason(verdict)
    return reason === undefined ? [] : [{ critic: critic.id, reason }]
  })
  return { findings: findings.toSorted(byPlace), unable, ran: results.map(({ critic }) => critic.id) }
}

/** Why a critic could not look, or not at everything. */
function unableReason(verdict: CriticVerdict): string | undefined {
  if (verdict.status === "pass") return undefined
  return verdict.status === "unable" ? verdict.reason : verdict.unable
}

function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
