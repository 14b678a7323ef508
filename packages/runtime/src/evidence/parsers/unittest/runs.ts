export interface RunCount {
  /** As unittest counts: with skipped tests, and modules that could not be loaded. */
  readonly ran: number
  /** Skipped, or expected to fail. */
  readonly skipped: number
  readonly unexpected: number
  /** Failures and errors. */
  readonly failed: number
}

const RAN = /^Ran (\d{1,9}) tests? in \d{1,9}(?:\.\d{1,9})?s$/
const OUTCOME = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.{1,300})\))?$/

/** Reads "Ran N tests" and the line of counts below it; null if there is no summary. */
export function countRuns(lines: readonly string[]): RunCount | null {
  const runs: number[] = []
  let skipped = 0
  let unexpected = 0
  let failed = 0
  for (const line of lines) {
    const ran = RAN.exec(line)?.[1]
    if (ran !== undefined) runs.push(Number(ran))
    const counts = runs.length === 0 ? undefined : OUTCOME.exec(line)?.[1]
    if (counts === undefined) continue
    skipped += countOf(counts, /(?:^|, )skipped=(\d{1,9})/)
    skipped += countOf(counts, /(?:^|, )expected failures=(\d{1,9})/)
    failed += countOf(counts, /(?:^|, )failures=(\d{1,9})/) + countOf(counts, /(?:^|, )errors=(\d{1,9})/)
    unexpected += countOf(counts, /(?:^|, )unexpected successes=(\d{1,9})/)
  }
  if (runs.length === 0) return null
  return { ran: runs.reduce((sum, ran) => sum + ran, 0), skipped, unexpected, failed }
}

function countOf(counts: string, pattern: RegExp): number {
  return Number(pattern.exec(counts)?.[1] ?? 0)
}
