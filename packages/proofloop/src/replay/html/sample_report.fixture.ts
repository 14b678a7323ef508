import { renderReport } from "./render_report.ts"
import { sampleRuns } from "./sample_runs.fixture.ts"

/** The page of thirty invented runs. */
export function writeSampleReport(file: string): Promise<unknown> {
  const meta = { title: "Recorded sessions of June", preset: "evidence", files: 4, skipped_lines: 3 }
  return Promise.resolve(renderReport(sampleRuns(30), meta, file))
}
