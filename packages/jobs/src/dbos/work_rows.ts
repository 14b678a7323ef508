import { setTimeout as pause } from "node:timers/promises"
import type * as Sdk from "@dbos-inc/dbos-sdk"
import { numberOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import { lines } from "../engines/lines.ts"
import { isRefusal } from "../engines/refusal.ts"
import {
  LOOK_EVERY_MS,
  MOST_TURNS,
  type RowName,
  type RowTurns,
  type RowWorker,
  startsOption,
} from "../engines/row_engine.ts"
import { slots } from "../engines/slots.ts"
import { turnsByKind } from "../engines/turns_by_kind.ts"
import { type DbosPlace, placeOf } from "./dbos_place.ts"
import { loadDbos, openPool } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import { APPLICATION, CANCEL, cancelsOf, JOURNALS, QUEUE, TURN } from "./names.ts"
import { rowsOver } from "./rows_over.ts"
import { turnWorkflow, type TurnWorkflow } from "./turn_workflow.ts"
import { type KnownWorkers, oneAtATime, workerBeats, workerName } from "./worker_beats.ts"

export interface WorkRowsOptions extends Omit<DbosPlace, "queue"> {
  /** Workers of one queue serve alike. Null: one of this worker alone, gone with it. Default "proofloop". */
  readonly queue?: string | null | undefined
  readonly turns: readonly RowTurns[]
  /** The longest pause without a look into the store, in milliseconds. Default 600 000. */
  readonly look_every_ms?: number | undefined
  /**
   * Turns of this worker at the same time. Turns that it takes from the queue: as many as the last worker to start there
   * says. Default: 10,000.
   */
  readonly most_turns?: number | undefined
  /** Turns of the queue that begin in a minute, in one repository. Default: no limit. */
  readonly starts_a_minute?: number | undefined
  /** How often a queue is looked at, in milliseconds. Default 1000; 100 for a queue of its own. */
  readonly poll_ms?: number | undefined
  /** Others take over what a worker had at work when they have not heard of it for so long. Default 30 000. */
  readonly lost_after_ms?: number | undefined
  /** Gets what interrupted a turn; never throws. Default: nothing. */
  readonly on_error?: ((row: RowName, error: unknown) => void) | undefined
}

/**
 * Works on rows over DBOS; one worker a process. `close` interrupts its turns and leaves them to other workers, or to a
 * later one. It listens on no port. Rejects with InvalidOptionError, when a package is missing, and when the database is
 * away.
 */
export async function workRows(options: WorkRowsOptions): Promise<RowWorker> {
  const { on_error, on_log } = options
  const { url, schema } = placeOf(options)
  const look_every_ms = numberOption("look_every_ms", options.look_every_ms ?? LOOK_EVERY_MS, 1, LONGEST_MS)
  const is_own = options.queue === null
  const poll_ms = options.poll_ms ?? (is_own ? 100 : 1000)
  const minPollingIntervalMs = numberOption("poll_ms", poll_ms, 10, LONGEST_MS)
  const lost_after_ms = numberOption("lost_after_ms", options.lost_after_ms ?? 30_000, 1000, LONGEST_MS)
  const workerConcurrency = numberOption("most_turns", options.most_turns ?? MOST_TURNS, 1, MOST_TURNS)
  const starts_a_minute = startsOption(options.starts_a_minute)
  const take = slots(workerConcurrency)
  const [dbos, pool] = [await loadDbos(), await openPool(url)]
  const { DBOS } = dbos
  const worker = workerName()
  const queue = options.queue === null ? worker : (options.queue ?? QUEUE)
  const stop = new AbortController()
  const turnsOf = turnsByKind(options.turns)
  const inLine = lines()
  const at_work = new Set<Promise<unknown>>()
  const turn: TurnWorkflow = DBOS.registerWorkflow(
    turnWorkflow(dbos, {
      turnsOf,
      itself: () => turn,
      queueName: queue,
      look_every_ms,
      stopped: stop.signal,
      on_error: (row, error) => on_error?.(row, error),
      atWork: async (work) => {
        at_work.add(work)
        return work.finally(() => at_work.delete(work))
      },
      // A cancelled turn may still end a step when DBOS begins the next one.
      during: async (repository, work) =>
        inLine(repository, async () => {
          const giveBack = await take(stop.signal)
          return work().finally(giveBack)
        }),
    }),
    { name: TURN },
  )
  DBOS.registerWorkflow(cancelWorkflow(dbos, turnsOf), { name: CANCEL })
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: schema,
    applicationVersion: JOURNALS,
    executorID: worker,
    listenQueues: [queue, cancelsOf(queue)],
    // Nothing waits for a message, and behind a pooler none would come.
    useListenNotify: false,
    logger: loggerOf(on_log),
  })
  const beats = await oneAtATime(pool, async () => {
    // Before it takes a turn: what a worker has that nobody heard of would be nobody's.
    const made = await workerBeats(pool, { worker, version: JOURNALS, schema, lost_after_ms })
    await made.beat()
    await DBOS.launch()
    const onConflict = "always_update"
    await DBOS.registerQueue(cancelsOf(queue), { minPollingIntervalMs, onConflict })
    // What a worker takes beyond its own limit, because another one has a higher one, waits in it.
    const limits = { partitionConcurrency: 1, workerConcurrency }
    const rate =
      starts_a_minute === undefined
        ? {}
        : { partitionRateLimit: { limitPerPeriod: starts_a_minute, periodSec: 60 } }
    await DBOS.registerQueue(queue, { ...limits, ...rate, minPollingIntervalMs, onConflict })
    return made
  })
  const beating = (async () => {
    while (!stop.signal.aborted) {
      await beats.beat().catch(() => undefined)
      await beats.sweep(async (known) => takeOver(dbos, known)).catch(() => undefined)
      await pause(lost_after_ms / 4, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  const rows = await rowsOver(pool, { ...options, queue })
  return {
    ...rows,
    async close() {
      stop.abort(new Error("the worker is closed"))
      await beating
      await Promise.race([Promise.allSettled(at_work), pause(CLOSE_MS, undefined, { ref: false })])
      if (is_own) await removeQueue(dbos, queue).catch(() => undefined)
      await DBOS.shutdown({ deregister: true })
      await beats.end().catch(() => undefined)
      await rows.close()
      await pool.end()
    },
  }
}

const LONGEST_MS = 2 ** 31 - 1
const CLOSE_MS = 10_000

/** Gives a row up once its interrupted turn has released it. */
function cancelWorkflow({ DBOS }: Pick<typeof Sdk, "DBOS">, turnsOf: (kind: string) => RowTurns) {
  return async (row: RowName, reason: string): Promise<void> => {
    const shouldRetry = (error: unknown) => !isRefusal(error)
    const retry = {
      retriesAllowed: true,
      maxAttempts: 1000,
      intervalSeconds: 0.2,
      backoffRate: 1.1,
      shouldRetry,
    }
    await DBOS.runStep(async () => turnsOf(row.kind).cancel(row.row_id, reason), { name: "cancel", ...retry })
  }
}

/** The queue that a worker had alone. A turn that is left in it waits until another worker brings it into its own. */
async function removeQueue({ DBOS }: Pick<typeof Sdk, "DBOS">, worker: string): Promise<void> {
  for (const name of [worker, cancelsOf(worker)]) await DBOS.deleteQueue(name)
}

const placeSchema = z.object({ repository: z.string() })

/**
 * Puts what lost workers had at work back into their queues. Turns of a release that no worker has any more begin again
 * in this one: the store keeps what is done.
 */
async function takeOver(
  { DBOS }: Pick<typeof Sdk, "DBOS">,
  { lost, alive, versions }: KnownWorkers,
): Promise<void> {
  const ours = { applicationName: APPLICATION, loadOutput: false }
  const begun = await DBOS.listWorkflows({ ...ours, status: "PENDING", loadInput: false })
  for (const { workflowID, queueName, executorId = "" } of begun) {
    if (queueName !== undefined && !alive.has(executorId))
      await DBOS.resumeWorkflow(workflowID, { queueName })
  }
  for (const worker of lost) await removeQueue({ DBOS }, worker)
  const waiting = await DBOS.listWorkflows({ ...ours, workflowName: TURN, status: ["ENQUEUED", "DELAYED"] })
  for (const { workflowID, applicationVersion, queueName, input } of waiting) {
    if (applicationVersion === undefined || versions.has(applicationVersion) || queueName === undefined)
      continue
    const { repository } = placeSchema.parse(input?.[0])
    await DBOS.cancelWorkflow(workflowID)
    const again = { applicationVersion: JOURNALS, queueName, queuePartitionKey: repository }
    await DBOS.rewindWorkflow(workflowID, { startStep: 0, ...again })
  }
}
