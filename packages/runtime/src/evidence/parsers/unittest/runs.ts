/** What the summaries of all runs in an output count together. */
export interface RunCount {
  /** As unittest counts: with skipped tests, and modules that could not be loaded. */
  readonly ran: number
  readonly skipped: number
  readonly unexpected: number
}

const RAN = /^Ran (\d{1,9}) tests? in \d{1,9}(?:\.\d{1,9})?s$/
const OUTCOME = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.{1,300})\))?$/

/** Reads "Ran N tests" and the line of counts below it; null if there is no summary. */
export function countRuns(lines: readonly string[]): RunCount | null {
  let count: RunCount | null = null
  for (const line of lines) {
    const ran = RAN.exec(line)?.[1]
    if (ran !== undefined) {
      const { skipped = 0, unexpected = 0 } = count ?? {}
      count = { ran: (count?.ran ?? 0) + Number(ran), skipped, unexpected }
      continue
    }
    const counts = count === null ? undefined : OUTCOME.exec(line)?.[1]
    if (count === null || counts === undefined) continue
    count = {
      ran: count.ran,
      skipped: count.skipped + countOf(counts, /(?:^|, )skipped=(\d{1,9})/),
      unexpected: count.unexpected + countOf(counts, /(?:^|, )unexpected successes=(\d{1,9})/),
    }
  }
  return count
}

function countOf(counts: string, pattern: RegExp): number {
  return Number(pattern.exec(counts)?.[1] ?? 0)
}
