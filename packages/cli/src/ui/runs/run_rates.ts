import { join } from "node:path"
import type { RateGroup } from "@proofloop/cockpit"
import { openSpending, type PipelineRun, type RunStore, type Spent } from "@proofloop/pipeline"
import { openObservationLedger } from "@proofloop/stdlib/observations"
import { listRuns } from "../../pipeline/read_facts.ts"
import { ratesBy } from "../rates_by.ts"

/** Newest outcomes of subtasks that tell which model worked on which run. */
const MOST_OBSERVATIONS = 10_000

export async function runRates({
  store,
  state_dir,
}: {
  readonly store: RunStore
  readonly state_dir: string
}): Promise<readonly RateGroup[]> {
  const [runs, spent, models] = await Promise.all([
    listRuns(store),
    openSpending(state_dir, Date.now).byRun(),
    modelsOfRuns(state_dir),
  ])
  const counted = runs.map((row) => ({
    repository: row.url,
    model: [...(models.get(row.id) ?? [])].join(", ") || "unknown",
    counts: countsOf(row, spent.get(row.id)),
  }))
  return ratesBy(counted)
}

async function modelsOfRuns(state_dir: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ledger = openObservationLedger(join(state_dir, "observations.jsonl"))
  const { observations } = await ledger.query({ limit: MOST_OBSERVATIONS })
  const found = new Map<string, Set<string>>()
  for (const { run_id, model } of observations) {
    if (model === "") continue
    found.set(run_id, (found.get(run_id) ?? new Set()).add(model))
  }
  return found
}

function countsOf({ work }: PipelineRun, spent: Spent | undefined): Omit<RateGroup, "by" | "name" | "rows"> {
  const { outcomes = [], ending, ci_fixes = [], answered = [], alarm_commit } = work
  const is_alarm = alarm_commit !== undefined
  return {
    merged: ending?.how === "merged" ? 1 : 0,
    usd: spent?.usd ?? 0,
    tokens: spent?.tokens ?? 0,
    turns: outcomes.reduce((sum, { turns }) => sum + turns, 0),
    rejected: ending?.how === "rejected" || ending?.how === "closed" ? 1 : 0,
    sent_back:
      outcomes.reduce((sum, { rejections }) => sum + rejections.length, 0) +
      ci_fixes.filter(({ commit }) => commit === null).length +
      answered.length,
    alarms: is_alarm ? 1 : 0,
    // A person closed it by hand instead of mending what was merged.
    false_alarms: is_alarm && ending?.why.includes("alarm was closed") === true ? 1 : 0,
  }
}
