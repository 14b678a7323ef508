import type { ForgeNews } from "../../forge/news.ts"
import type { PipelineRun, RunState } from "../run.ts"
import type { RunStore } from "../run_store.ts"

/** States in which a run waits for news of a forge. */
const WAITING: readonly RunState[] = ["pr-open", "alarm"]

/**
 * The ids of runs that a forge's news may move, oldest first; driving one of them makes it look at once. Another
 * process may be at work on it. Rejects with StoreError.
 */
export async function runsToWake(store: RunStore, news: ForgeNews): Promise<readonly string[]> {
  const found: string[] = []
  for (const state of WAITING) {
    for (let after: string | undefined; ;) {
      const rows: readonly PipelineRun[] = await store.list({ state, limit: 500, after })
      found.push(...rows.filter((row) => isOf(row, news)).map(({ id }) => id))
      after = rows.at(-1)?.id
      if (after === undefined) break
    }
  }
  return found
}

/** A push by somebody to its branch, or to its base, is news as well. */
function isOf({ place, work }: PipelineRun, { repository, numbers, commits, branches }: ForgeNews): boolean {
  if (place?.repository !== repository) return false
  const { head, branch, pull_request } = work
  return (
    (pull_request !== undefined && numbers.includes(pull_request.number)) ||
    (head !== undefined && commits.includes(head)) ||
    [branch, place.base].some((name) => name !== undefined && branches.includes(name))
  )
}
