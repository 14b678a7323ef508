import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import type * as Sdk from "@dbos-inc/dbos-sdk"
import { numberOption } from "@proofloop/foundation/errors"
import type { Rest } from "@proofloop/jobs"
import {
  lines,
  LOOK_EVERY_MS,
  type RowName,
  type RowTurns,
  turnsByKind,
  isRefusal,
  keptTurn,
  type RowPlace,
} from "@proofloop/jobs/engines"
import type * as Pg from "pg"
import { keepInDatabase } from "./keep_in_database.ts"
import { loadDbos, loadPostgres } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import { APPLICATION, CANCEL, JOURNALS, REPOSITORIES, ROW, ROWS, TURN } from "./names.ts"
import { rowWorkflow, type RowWorkflow } from "./row_workflow.ts"
import { workerBeats } from "./worker_beats.ts"

export interface WorkRowsOptions {
  readonly turns: readonly RowTurns[]
  /** Where DBOS keeps its tables: "postgres://user:password@host/database". */
  readonly database_url: string
  /** The longest pause without a look into the store, in milliseconds. Default 600 000. */
  readonly look_every_ms?: number | undefined
  /** Turns that do something at the same time in this worker; others wait in it. Default: no limit. */
  readonly most_turns?: number | undefined
  /** How often a queue and the end of a turn are looked at, in milliseconds. Default 1000. */
  readonly poll_ms?: number | undefined
  /** Others take over what a worker had at work when they have not heard of it for so long. Default 30 000. */
  readonly lost_after_ms?: number | undefined
  /** Gets what interrupted a turn; never throws. Default: nothing. */
  readonly on_error?: ((row: RowName, error: unknown) => void) | undefined
  /** Gets the SDK's messages. Default: nothing. */
  readonly on_log?: ((level: string, message: string) => void) | undefined
}

export interface WorkingRows {
  /** Interrupts the turns and leaves them to other workers, or to a later one. */
  readonly close: () => Promise<void>
}

/**
 * Works on rows over DBOS; one worker a process. It listens on no port. Rejects with InvalidOptionError, when a package
 * is missing, and when the database is away.
 */
export async function workRows(options: WorkRowsOptions): Promise<WorkingRows> {
  const { database_url, on_error, on_log } = options
  const look_every_ms = numberOption("look_every_ms", options.look_every_ms ?? LOOK_EVERY_MS, 1, LONGEST_MS)
  const minPollingIntervalMs = numberOption("poll_ms", options.poll_ms ?? 1000, 10, LONGEST_MS)
  const lost_after_ms = numberOption("lost_after_ms", options.lost_after_ms ?? 30_000, 1000, LONGEST_MS)
  const [dbos, pg] = [await loadDbos(), await loadPostgres()]
  const { DBOS } = dbos
  const worker = `${hostname()} ${process.pid} ${randomUUID()}`
  const pool = new pg.Pool({ connectionString: database_url, max: 2, allowExitOnIdle: true })
  pool.on("error", () => undefined)
  const stop = new AbortController()
  const turnsOf = turnsByKind(options.turns, options.most_turns)
  const inLine = lines()
  const at_work = new Set<Promise<unknown>>()
  const turn = turnWorkflow(dbos, {
    turnsOf,
    stopped: stop.signal,
    on_error: (row, error) => on_error?.(row, error),
    during: async (repository, work) => {
      // A cancelled turn may still end a step when DBOS begins the next one.
      const working = inLine(repository, work)
      at_work.add(working)
      return working.finally(() => at_work.delete(working))
    },
  })
  const turned = DBOS.registerWorkflow(turn, { name: TURN })
  const row: RowWorkflow = DBOS.registerWorkflow(
    rowWorkflow(dbos, { turn: turned, itself: () => row, look_every_ms, poll_ms: minPollingIntervalMs }),
    { name: ROW },
  )
  DBOS.registerWorkflow(cancelWorkflow(dbos, turnsOf), { name: CANCEL })
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl: database_url,
    applicationVersion: JOURNALS,
    executorID: worker,
    logger: loggerOf(on_log),
  })
  const beats = await oneAtATime(pool, async () => {
    const made = await workerBeats(pool, { worker, lost_after_ms })
    await made.beat()
    await DBOS.launch()
    await DBOS.registerQueue(ROWS, { minPollingIntervalMs, onConflict: "always_update" })
    await DBOS.registerQueue(REPOSITORIES, {
      partitionConcurrency: 1,
      minPollingIntervalMs,
      onConflict: "always_update",
    })
    return made
  })
  const beating = (async () => {
    while (!stop.signal.aborted) {
      await beats.beat().catch(() => undefined)
      await beats.takeLost(async (lost) => takeOver(dbos, lost)).catch(() => undefined)
      await pause(lost_after_ms / 4, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    async close() {
      stop.abort(new Error("the worker is closed"))
      await beating
      await Promise.race([Promise.allSettled(at_work), pause(CLOSE_MS, undefined, { ref: false })])
      await DBOS.shutdown({ deregister: true })
      await beats.end().catch(() => undefined)
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

/** "proofloo", as a number of 8 bytes: the lock of workers that make or change the tables of DBOS. */
const LOCK = "8102661131211435887"

const RETRY_MS = 200

/** Runs work that no other worker of this database does meanwhile: two that make tables at once lock each other out. */
async function oneAtATime<Result>(
  pool: Pick<Pg.Pool, "connect">,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    // A statement that waits for the lock would hold up an index that is made meanwhile.
    while (!(await isLocked(client))) await pause(RETRY_MS)
    try {
      return await work()
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [LOCK])
    }
  } finally {
    client.release()
  }
}

async function isLocked(client: Pick<Pg.PoolClient, "query">): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
    LOCK,
  ])
  return rows[0]?.locked === true
}

/** Puts what a lost worker had at work back into its queues. */
async function takeOver({ DBOS }: Pick<typeof Sdk, "DBOS">, worker: string): Promise<void> {
  const left = await DBOS.listWorkflows({
    executorId: worker,
    status: "PENDING",
    applicationName: APPLICATION,
    applicationVersion: JOURNALS,
    loadInput: false,
    loadOutput: false,
  })
  for (const { workflowID, queueName } of left) {
    await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName })
  }
}

interface TurnOptions {
  readonly turnsOf: (kind: string) => RowTurns
  readonly stopped: AbortSignal
  readonly on_error: (row: RowPlace, error: unknown) => void
  /** Runs a try while no other one of this repository is at work in this process. */
  readonly during: <Result>(repository: string, work: () => Promise<Result>) => Promise<Result>
}

/** Between two tries of an interrupted turn, doubled up to the longest. */
const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

/** One turn of a row. It is tried again while a store, a clone or another holder of the row interrupts it. */
function turnWorkflow(
  { DBOS }: Pick<typeof Sdk, "DBOS">,
  { turnsOf, stopped, on_error, during }: TurnOptions,
) {
  return async (row: RowPlace): Promise<Rest> => {
    const { keep, cancelled } = keepInDatabase(DBOS, stopped)
    const signal = AbortSignal.any([stopped, cancelled])
    for (let wait_ms = FIRST_RETRY_MS; ; wait_ms = Math.min(wait_ms * 2, LONGEST_RETRY_MS)) {
      try {
        return await during(row.repository, async () =>
          keptTurn(turnsOf(row.kind), row.row_id, { keep: keep(), signal }),
        )
      } catch (error) {
        if (cancelled.aborted || isRefusal(error)) throw error
        if (stopped.aborted) return unfinished()
        on_error(row, error)
        await pause(wait_ms, undefined, { signal }).catch(() => undefined)
        if (stopped.aborted) return unfinished()
      }
    }
  }
}

/** Another worker takes the workflow over: this one tells nothing of how it ended. */
async function unfinished(): Promise<never> {
  return new Promise(() => undefined)
}
