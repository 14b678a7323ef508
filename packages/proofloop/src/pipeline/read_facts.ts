import type { MetBreaker } from "@proofloop/jobs/internal"
import { ENDED_STATES, openSpending, OPEN_STATES, RUN_STATES } from "@proofloop/jobs/internal/pipeline"
import type { PipelineRun, RunState, RunStore } from "@proofloop/jobs/pipeline"
import { newestApproval } from "../jobs/answer.ts"
import { factsOf, type RunFacts, waitForBreaker } from "./facts.ts"
import type { Runs } from "./store.ts"

/** What is known of one run now. Rejects with StoreError. */
export async function readFacts(runs: Runs, row: PipelineRun): Promise<RunFacts> {
  const [facts] = await readAllFacts(runs, [row])
  if (facts === undefined) throw new Error("one row has facts")
  return facts
}

export async function readAllFacts(
  { store, state_dir }: Runs,
  rows: readonly PipelineRun[],
): Promise<readonly RunFacts[]> {
  const waits = await store.waits()
  const breakers = await store.breakers()
  const costs = await openSpending(state_dir, Date.now).byRun()
  const holders = await store.holders()
  const found: RunFacts[] = []
  for (const row of rows) {
    const approval = row.state === "awaiting-approval" ? await newestApproval(store, row.id) : null
    const [wait = null, spent = NOTHING] = [waits.get(row.id), costs.get(row.id)]
    const holder = holders.get(row.id) ?? null
    const facts = factsOf(row, { state_dir, store, wait, holder, approval, spent })
    found.push(withBreaker(facts, row, breakers))
  }
  return found
}

/** A run that needs no person waits for a missing service; a breaker that needs a person comes first. */
function withBreaker(facts: RunFacts, row: PipelineRun, breakers: readonly MetBreaker[]): RunFacts {
  if (facts.waits === null || !GOES_ON.has(facts.waits.for)) return facts
  const met = breakers.filter(({ row_ids }) => row_ids.includes(row.id))
  const away = met.find(({ needs_person }) => needs_person) ?? met[0]
  if (away === undefined) return facts
  return { ...facts, waits: waitForBreaker(away, facts) }
}

const GOES_ON: ReadonlySet<string> = new Set(["resume", "ci", "cap"])

const NOTHING = { tokens: 0, usd: 0, model_calls: 0, work_ms: 0 }

export async function listRuns(
  store: RunStore,
  {
    states = RUN_STATES,
    url,
  }: { readonly states?: readonly RunState[]; readonly url?: string | undefined } = {},
): Promise<readonly PipelineRun[]> {
  const found: PipelineRun[] = []
  for (const state of states) {
    for (let after: string | undefined; ;) {
      const page = await store.list({ state, url, limit: PAGE, after })
      found.push(...page)
      after = page.at(-1)?.id
      if (after === undefined) break
    }
  }
  return onceEach(found)
}

export async function listStanding(
  store: RunStore,
  { url, ended }: { readonly url: string | undefined; readonly ended: number },
): Promise<readonly PipelineRun[]> {
  // In this order a run that ends meanwhile is read twice, and not never.
  const open = await listRuns(store, { url, states: OPEN_STATES })
  return onceEach([...open, ...(await listEnded(store, { url, limit: ended }))])
}

async function listEnded(
  store: RunStore,
  { url, limit }: { readonly url: string | undefined; readonly limit: number },
): Promise<readonly PipelineRun[]> {
  const found: PipelineRun[] = []
  for (const state of ENDED_STATES) {
    found.push(...(await store.list({ state, url, limit, newest_first: true })).toReversed())
  }
  return found.toSorted(byArrival).slice(-limit)
}

/** Oldest first. A run that changes its state between two readings is read in both; the later one counts. */
function onceEach(rows: readonly PipelineRun[]): readonly PipelineRun[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].toSorted(byArrival)
}

function byArrival(one: PipelineRun, other: PipelineRun): number {
  const [a, b] = [`${one.received_at} ${one.id}`, `${other.received_at} ${other.id}`]
  return a < b ? -1 : a > b ? 1 : 0
}

const PAGE = 500
