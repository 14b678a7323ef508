import type { PipelineRun } from "../run.ts"

const STALE_MS = 30 * 24 * 3_600_000

/** Age in milliseconds since its last push at which an unmerged, open pull request is stale. */
export function staleAt({ work, updated_at }: PipelineRun): number {
  return Date.parse(work.pushed_at ?? updated_at) + STALE_MS
}
