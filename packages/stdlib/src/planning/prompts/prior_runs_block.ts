import { dataBlock, promptLine } from "../../prompts/data_block.ts"
import type { PriorRun } from "../prior_runs.ts"

const MAX_PRIOR_RUNS = 15

const MAX_PATHS = 3

/** Recent attempts: failures first, then successes, at most 15 in all; "" without any. */
export function priorRunsBlock(runs: readonly PriorRun[], most = MAX_PRIOR_RUNS): string {
  const failed = runs.filter(({ outcome }) => outcome === "fail").slice(0, most)
  const worked = runs.filter(({ outcome }) => outcome === "success").slice(0, most - failed.length)
  const groups = [
    ...(failed.length === 0 ? [] : ["FAILED (do not propose again):", ...failed.map(bullet)]),
    ...(worked.length === 0 ? [] : ["WORKED (safe):", ...worked.map(bullet)]),
  ]
  if (groups.length === 0) return ""
  return `## PRIOR RUNS

What earlier runs tried in this repository.
${dataBlock(groups.join("\n"))}
A path that failed is not a task again because its title is worded another way.`
}

function bullet({ touched_files, failure_modes }: PriorRun): string {
  const paths = (touched_files ?? []).flatMap((path) => (path ? [promptLine(path)] : []))
  const more = paths.length > MAX_PATHS ? ` (+${paths.length - MAX_PATHS} more)` : ""
  const files = paths.length === 0 ? "(no files recorded)" : paths.slice(0, MAX_PATHS).join(", ") + more
  const modes = (failure_modes ?? []).map((mode) => promptLine(mode, 40)).slice(0, 8)
  return `- ${files}${modes.length === 0 ? "" : ` [${modes.join(", ")}]`}`
}
