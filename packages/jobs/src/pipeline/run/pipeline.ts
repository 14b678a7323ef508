import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import { withLock } from "@proofloop/foundation/process"
import { openObservationLedger } from "@proofloop/stdlib"
import { type DrivenRow, drivenRow } from "../../drive/driven_row.ts"
import type { Engine } from "../../drive/job.ts"
import { startPass } from "../../drive/queue.ts"
import { driveTurn, restOf, type Rest } from "../../drive/turn.ts"
import { carrierOf } from "../../engines/carrier.ts"
import { heldBy } from "../../store/holder.ts"
import type { Breaker } from "../../store/store.ts"
import type { RunSettings } from "../context/context.ts"
import { MAX_REQUESTS, reviewOf } from "../review/read_requests.ts"
import { isSwitched, type NewRun, type PipelineRun, type RunState } from "../run.ts"
import type { RunStore, RunTypes } from "../run_store.ts"
import { type PipelineOptions, type PipelineSettings, pipelineSettings } from "../settings.ts"
import { openSpending } from "../spending/spending.ts"
import { pipelineTable, type StepName } from "../states.ts"
import { takeClone } from "../tree/clone.ts"
import { runJob } from "./job.ts"
import { unlessAway } from "./unless_away.ts"

export type DrivenRun = DrivenRow<RunTypes, StepName> & { readonly row: PipelineRun }

export interface DriveOptions {
  /** Suspends the run; it can go on later. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Sleeps through these waits instead of leaving the run: "ci". Default: none. */
  readonly wait_for?: readonly string[] | undefined
}

export interface Pipeline {
  /**
   * Adds a run, unless one for the same repository and base is still active. Resolves to its row. Rejects with
   * StoreError, and with InvalidOptionError naming the active run, or `signer` where a sign-off has no name.
   */
  begin(run: NewRun): Promise<PipelineRun>
  /** Drives a run as far as it goes. Rejects with StoreError, and InvalidOptionError for one that ended or is held. */
  drive(id: string, options?: DriveOptions): Promise<DrivenRun>
  /**
   * Drives a run under a durable engine until it rests, and says what moves it. The engine takes a turn that rejects
   * again. Rejects when a store, a forge or the engine is away, and while another process holds the run.
   */
  turn(id: string, engine: Engine): Promise<Rest>
  /**
   * Reads the present requests of reviewers, whatever the run's switches say, fulfils them, and goes on as `drive`.
   * Rejects as `drive` does, for a run without an open pull request, and with ForgeError.
   */
  integrate(id: string, options?: DriveOptions): Promise<DrivenRun>
  /** Lets a failed run resume where it failed; failed subtasks are tried again. Rejects with InvalidOptionError. */
  retry(id: string): Promise<PipelineRun>
  /** Gives a run up, as `cancelRun` does. */
  cancel(id: string, reason: string): Promise<PipelineRun>
}

export const ENDED_STATES = ["done", "cancelled"] as const

/** The states of runs that are not over. */
export const OPEN_STATES = pipelineTable.states.filter(
  (state): state is Exclude<RunState, (typeof ENDED_STATES)[number]> =>
    !ENDED_STATES.some((ended) => ended === state),
)

const DRIVEN = OPEN_STATES.filter((state) => state !== "failed")

/** From a repository's problems to a merged pull request. Throws InvalidOptionError. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const settings = pipelineSettings(options)
  const { store } = settings
  const spending = openSpending(settings.state_dir, settings.now)
  /** The forge has named this repository, and is not asked again. */
  let is_known = false
  const pipeline: Pipeline = {
    async begin(run) {
      const { state_dir } = settings
      await mkdir(state_dir, { recursive: true, mode: 0o700 })
      const busy = () => new Error(`another process begins a run in ${state_dir}`)
      return withLock(join(state_dir, "begin"), { wait_ms: 60_000, busy }, async () => {
        await refuseSecondRun(settings, run)
        if (run.switches?.includes("sign_off")) requireSigner(settings)
        return store.add(run)
      })
    },
    async drive(id, { signal = new AbortController().signal, wait_for = [] } = {}) {
      if (isSwitched(await store.get(id), "sign_off")) requireSigner(settings)
      const open = async () => ready({ ...settings, spending }, signal)
      const opened = is_known ? { found: await open() } : await unlessAway(settings, { id, signal }, open)
      if ("away" in opened) return suspendedBy(opened.away, settings, id)
      is_known = true
      try {
        return await passes(id, opened.found, { signal, wait_for })
      } finally {
        await opened.found.release()
      }
    },
    async turn(id, engine) {
      const { signal } = engine
      const row = await store.get(id)
      if (isSwitched(row, "sign_off")) requireSigner(settings)
      const opened = await unlessAway(settings, { id, signal }, async () =>
        ready({ ...settings, spending }, signal),
      )
      if ("away" in opened) {
        const resting = { row, suspended: opened.away, wait: null, error: null }
        return restOf(resting, { table: pipelineTable }, settings.now())
      }
      try {
        const job = runJob(opened.found)
        return restOf(told(await driveTurn(id, job, engine)), job, settings.now())
      } finally {
        await opened.found.release()
      }
    },
    async integrate(id, options = {}) {
      await withRun(settings, id, ["pr-open"], async (row) => {
        const { requests } = await reviewOf(settings, row, options.signal)
        if (requests.length === 0) return row
        const note = { step: "await_merge", requests: requests.map((request) => request.id) }
        return store.change(id, { work: { requests: requests.slice(0, MAX_REQUESTS) }, note })
      })
      return pipeline.drive(id, options)
    },
    async retry(id) {
      return withRun(settings, id, ["failed"], async ({ failed_in, work, error }) => {
        if (failed_in === null) throw refused(id, "a run that says where it failed")
        const all = work.outcomes ?? []
        // If no subtask led to a commit, those in which a model found nothing to change are tried again as well.
        const kept = all.some(({ commit }) => commit !== null)
          ? all.filter(({ status }) => status !== "failed")
          : []
        const outcomes = failed_in === "working" ? { outcomes: kept } : {}
        return store.change(id, {
          to: failed_in,
          attempts: 0,
          error: null,
          work: outcomes,
          note: { retry: true, error },
        })
      })
    },
    cancel: (id, reason) => cancelRun(store, id, reason),
  }
  return pipeline
}

/**
 * Gives a run up without a forge or a model, or closes one that is merged and not verified yet, or in alarm. Its
 * branch and pull request stay. Rejects with InvalidOptionError for one that has ended or that another process holds,
 * and with StoreError.
 */
export async function cancelRun(store: RunStore, id: string, reason: string): Promise<PipelineRun> {
  if (typeof reason !== "string" || reason.trim() === "") {
    throw new InvalidOptionError({ option: "reason", expected: "a text", got: reason })
  }
  return withRun({ store }, id, OPEN_STATES, async ({ state }) => {
    const calm = { attempts: 0, error: null }
    if (state !== "alarm" && state !== "verifying") {
      return store.change(id, { to: "cancelled", ...calm, note: { cancel: true, reason } })
    }
    const how = state === "alarm" ? "its alarm was closed" : "nobody waits for it to be verified"
    const ending = { how: "merged", why: `merged; ${how}: ${reason}` } as const
    return store.change(id, { to: "done", ...calm, work: { ending }, note: { give_up: true, reason } })
  })
}

async function refuseSecondRun(settings: PipelineSettings, { url, base = null }: NewRun): Promise<void> {
  const there = (await openRuns(settings)).find((row) => row.url === url && row.base === base)
  if (there === undefined) return
  const expected = `a repository without an open run; ${there.id} is ${there.state}: resume, reset or cancel it`
  throw new InvalidOptionError({ option: "url", expected, got: url })
}

/** A missing sign-off that the repository demands would be noticed only when nobody may merge. */
function requireSigner({ signer }: Pick<PipelineSettings, "signer">): void {
  if (signer !== undefined) return
  const expected = 'whose name the sign-off of the run has, "Name <address>"'
  throw new InvalidOptionError({ option: "signer", expected, got: signer })
}

async function openRuns({ store }: PipelineSettings): Promise<readonly PipelineRun[]> {
  const found: PipelineRun[] = []
  for (const state of OPEN_STATES) {
    for (let after: string | undefined; ;) {
      const rows = await store.list({ state, limit: 500, after })
      found.push(...rows)
      after = rows.at(-1)?.id
      if (after === undefined) break
    }
  }
  return found
}

async function ready(settings: PipelineSettings & Pick<RunSettings, "spending">, signal: AbortSignal) {
  const { root, release } = await takeClone(settings.state_dir, settings.forge, signal)
  const ledger = settings.ledger ?? openObservationLedger(join(settings.state_dir, "observations.jsonl"))
  return { ...settings, root, ledger, release }
}

/** Drives a run until it waits for something that is not slept through. */
async function passes(
  id: string,
  settings: RunSettings,
  { signal, wait_for }: { readonly signal: AbortSignal; readonly wait_for: readonly string[] },
): Promise<DrivenRun> {
  const job = runJob(settings)
  const { engine, clock, now } = settings
  const carrier = carrierOf<RunTypes, StepName, RunSettings>(job, {
    engine,
    signal,
    repositoryOf: ({ url }) => url,
  })
  const done: DrivenRun[] = []
  try {
    for (;;) {
      const pass = startPass<RunTypes, StepName, RunSettings>(job, { carrier, signal, limit: 1 })
      await pass.one(id, DRIVEN)
      const [driven] = pass.results
      if (driven === undefined) throw new Error(`run ${id} was not driven`)
      const { wait } = driven
      const look_at = wait !== null && wait_for.includes(wait.for) && !signal.aborted ? wait.look_at : null
      done.push(told(driven))
      if (look_at === null) return wholeOf(done)
      await clock.sleep(Math.max(0, Date.parse(look_at) - now()), signal)
    }
  } finally {
    await carrier.close()
  }
}

/** The passes between the waits that it slept through, as one. */
function wholeOf(done: readonly DrivenRun[]): DrivenRun {
  const [first, last] = [done[0], done.at(-1)]
  if (first === undefined || last === undefined) throw new Error("no pass was made")
  return { ...last, from: first.from, steps: done.flatMap(({ steps }) => steps) }
}

async function suspendedBy(breaker: Breaker, settings: PipelineSettings, id: string): Promise<DrivenRun> {
  return withRun(settings, id, DRIVEN, async (row) =>
    drivenRow<RunTypes, StepName>(row.state, { row, next: "suspended", breaker }, { steps: [] }),
  )
}

async function withRun<Result>(
  { store }: Pick<PipelineSettings, "store">,
  id: string,
  states: readonly RunState[],
  work: (row: PipelineRun) => Promise<Result>,
): Promise<Result> {
  const row = await store.claim(states, { id })
  if (row === null) {
    const { state } = await store.get(id)
    const expected = states.includes(state)
      ? `a run that no other process is at work on${heldBy(await store.holder(id))}`
      : `a run that is ${states.join(", ")}; this one is ${state}`
    throw refused(id, expected)
  }
  try {
    return await work(row)
  } finally {
    await store.release(id)
  }
}

function refused(id: string, expected: string): InvalidOptionError {
  return new InvalidOptionError({ option: "id", expected, got: id })
}

function told({ row, ...driven }: DrivenRow<RunTypes, StepName>): DrivenRun {
  if (row === null) throw new Error(driven.error ?? "the run cannot be read")
  return { row, ...driven }
}
