import { baseOf, moveTo, type RunContext, type RunStep, waitFor } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

/** Looked at again so long after a cap was met. */
const CAP_WAIT_MS = 10 * 60_000

/** Where the run works and what it starts from; with as many open pull requests there as the owner allows it waits. */
export const beginStep: RunStep = {
  name: "begin",
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal } = context
    const { forge, root } = settings
    const place = {
      forge: forge.name,
      repository: await forge.repository(signal),
      base: await baseOf(context, row),
    }
    if ((await countOpen(context, place.repository)) >= settings.limits.max_open_pulls) {
      return waitFor(row, "cap", { look_at: settings.now() + CAP_WAIT_MS })
    }
    const base_commit = await forge.git.fetchBranch(root, place.base, signal)
    context.tell("begun", { ...place, base_commit })
    return moveTo("analysing", context, row, {
      place,
      work: { base_commit },
      note: { step: "begin", base_commit },
    })
  },
}

/** Runs with an open pull request in the repository. */
async function countOpen({ settings }: RunContext, repository: string): Promise<number> {
  let count = 0
  for (let after: string | undefined; ;) {
    const rows: readonly PipelineRun[] = await settings.store.list({ state: "pr-open", limit: 500, after })
    count += rows.filter(({ place }) => place?.repository === repository).length
    after = rows.at(-1)?.id
    if (after === undefined) return count
  }
}
