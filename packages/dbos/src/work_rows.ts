import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import { numberOption } from "@proofloop/foundation/errors"
import { lines, LOOK_EVERY_MS, type RowName, type RowTurns, turnsByKind } from "@proofloop/jobs/engines"
import { cancelWorkflow } from "./cancel_workflow.ts"
import { loadDbos, loadPostgres } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import { APPLICATION, CANCEL, JOURNALS, REPOSITORIES, ROW, ROWS, TURN } from "./names.ts"
import { oneAtATime } from "./one_at_a_time.ts"
import { rowWorkflow, type RowWorkflow } from "./row_workflow.ts"
import { takeOver } from "./take_over.ts"
import { turnWorkflow } from "./turn_workflow.ts"
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
