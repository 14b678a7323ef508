import { existsSync } from "node:fs"
import { join } from "node:path"
import type { RowDiff } from "@proofloop/cockpit"
import { sha256Hex } from "@proofloop/foundation/text"
import type { PipelineRun } from "@proofloop/pipeline"
import { boundedDiff } from "../bounded_diff.ts"

/** The change on a run's branch, from the clone of its state folder; null: there is none here. */
export async function runDiff(
  { place, work }: PipelineRun,
  state_dir: string,
  max_bytes: number,
): Promise<RowDiff | null> {
  const { base_commit, base_head, head } = work
  const base = base_head ?? base_commit
  if (place === null || base === undefined || head === undefined) return null
  const root = cloneFolder(state_dir, place)
  return existsSync(root) ? boundedDiff(root, { base, head, max_bytes }) : null
}

/** As the pipeline names it. */
function cloneFolder(state_dir: string, { forge, repository }: NonNullable<PipelineRun["place"]>): string {
  return join(state_dir, "clones", sha256Hex(`${forge}\n${repository}`).slice(0, 24))
}
