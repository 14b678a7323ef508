import type { RunReplay } from "@proofloop/stdlib/replay"
import { openReport } from "./open_report.ts"
import type { ReportMeta } from "./page.ts"
import type { ReportTotals } from "./totals.ts"

/**
 * Writes one HTML page that needs nothing else to `file`, and resolves to its sums. One run at a time is in memory. The file
 * appears when it is complete; a failure leaves what was there before. Rejects with what `runs` or the file system rejects with.
 */
export async function renderReport(
  runs: AsyncIterable<RunReplay> | Iterable<RunReplay>,
  meta: ReportMeta,
  file: string,
): Promise<ReportTotals> {
  const report = await openReport(file, meta)
  try {
    for await (const run of runs) await report.add(run)
    return await report.end()
  } catch (error) {
    await report.abandon()
    throw error
  }
}
