import { ForgeError } from "../../forge/forge_error.ts"
import { baseOf, moveTo, type RunContext, type RunStep, waitFor } from "../context/context.ts"
import type { PipelineRun, RunState } from "../run.ts"
import { staleAt } from "./stale.ts"

/** Time until the next look after a cap was met. */
const CAP_WAIT_MS = 10 * 60_000

/** Fixes where the run works and starts from. Waits while the owner's limit of open pull requests there is reached. */
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
    if (await isFull(context, place.repository)) {
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

/** States in which a run may have an open pull request; nobody closes that of an abandoned run. */
const WITH_PULLS: readonly RunState[] = ["pr-open", "failed", "cancelled"]

/**
 * Whether the owner allows no further pull request. Counts those of this store's runs that are open on the forge,
 * even one handed over to a person. A stale one does not count, because nobody waits for it.
 */
async function isFull(context: RunContext, repository: string): Promise<boolean> {
  const { store, limits, now } = context.settings
  let count = 0
  for (const state of WITH_PULLS) {
    for (let after: string | undefined; ;) {
      const rows: readonly PipelineRun[] = await store.list({ state, limit: 500, after })
      const of_repository = rows.filter(({ place }) => place?.repository === repository)
      for (const row of of_repository.filter((one) => staleAt(one) > now())) {
        if (await isOpen(row, context)) count += 1
        if (count >= limits.max_open_pulls) return true
      }
      after = rows.at(-1)?.id
      if (after === undefined) break
    }
  }
  return false
}

async function isOpen({ work }: PipelineRun, { settings, signal }: RunContext): Promise<boolean> {
  if (work.pull_request === undefined) return false
  try {
    return (await settings.forge.pulls.get(work.pull_request.number, signal)).state === "open"
  } catch (error) {
    if (error instanceof ForgeError && error.problem === "missing") return false
    throw error
  }
}
