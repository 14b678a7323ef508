import type { PipelineRun } from "../run.ts"

const STALE_MS = 30 * 24 * 3_600_000

/** When a pull request is stale that nobody has merged or closed since its last push, in milliseconds. */
export function staleAt({ work, updated_at }: PipelineRun): number {
  return Date.parse(work.pushed_at ?? updated_at) + STALE_MS
}
