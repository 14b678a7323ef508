import { randomUUID } from "node:crypto"
import { isRunning, ownIdentity, ownSpace } from "@proofloop/foundation/process"
import type * as Pg from "pg"

export interface WorkerBeats {
  readonly beat: () => Promise<void>
  /**
   * Calls `take` with the workers whose process has ended here or that have been silent for too long, and with the
   * others. No two workers do it at once.
   */
  readonly sweep: (take: (known: KnownWorkers) => Promise<void>) => Promise<void>
  /** Notes that this worker has ended, so that others need not wait. */
  readonly end: () => Promise<void>
}

export interface KnownWorkers {
  readonly lost: readonly string[]
  readonly alive: ReadonlySet<string>
  /** Of those that are alive. */
  readonly versions: ReadonlySet<string>
}

/** "proofloo", as a number of 8 bytes: the lock of workers that make the tables, or take turns over. */
const LOCK = "8102661131211435887"

/** The name says whether its process runs, to those that share its numbers of processes. */
export function workerName(): string {
  const { pid, began } = ownIdentity()
  return [ownMachine(), pid, began ?? "", randomUUID()].join("/")
}

function ownMachine(): string {
  return Object.values(ownSpace()).join("/")
}

function hasEnded(worker: string): boolean {
  const machine = `${ownMachine()}/`
  if (!worker.startsWith(machine)) return false
  const [pid, began = ""] = worker.slice(machine.length).split("/")
  return !isRunning({ pid: Number(pid), began: began === "" ? null : began })
}

/** Times are those of the database, whatever the clocks of the workers say. */
export async function workerBeats(
  pool: Pick<Pg.Pool, "query" | "connect">,
  options: {
    readonly worker: string
    readonly version: string
    readonly schema: string
    readonly lost_after_ms: number
  },
): Promise<WorkerBeats> {
  const { worker, version, lost_after_ms } = options
  const table = `"${options.schema}".proofloop_workers`
  await pool.query(`CREATE SCHEMA IF NOT EXISTS "${options.schema}"`)
  await pool.query(
    `CREATE TABLE IF NOT EXISTS ${table} (worker text PRIMARY KEY, version text NOT NULL, beat_at timestamptz NOT NULL)`,
  )
  return {
    async beat() {
      await pool.query(
        `INSERT INTO ${table} VALUES ($1, $2, now()) ON CONFLICT (worker) DO UPDATE SET beat_at = now()`,
        [worker, version],
      )
    },
    async end() {
      await pool.query(`UPDATE ${table} SET beat_at = 'epoch' WHERE worker = $1`, [worker])
    },
    sweep: async (take) =>
      inTransaction(pool, async (client) => {
        if (!(await isLocked(client))) return
        const all = await client.query<{ worker: string; version: string; is_silent: boolean }>(
          `SELECT worker, version, beat_at < now() - $1 * interval '1 millisecond' AS is_silent FROM ${table}`,
          [lost_after_ms],
        )
        const isLost = ({ worker: name, is_silent }: (typeof all.rows)[number]) =>
          name !== worker && (is_silent || hasEnded(name))
        const lost = all.rows.filter(isLost).map((row) => row.worker)
        const others = all.rows.filter((row) => !lost.includes(row.worker))
        await client.query(`DELETE FROM ${table} WHERE worker = ANY($1)`, [lost])
        await take({
          lost,
          alive: new Set([worker, ...others.map((row) => row.worker)]),
          versions: new Set([version, ...others.map((row) => row.version)]),
        })
      }),
  }
}

const RETRY_MS = 200

/**
 * Runs work that no other worker of this database does meanwhile: two that make tables at once lock each other out. The
 * lock is that of a transaction, as a pooler may give each transaction another session.
 */
export async function oneAtATime<Result>(
  pool: Pick<Pg.Pool, "connect">,
  work: (client: Pick<Pg.PoolClient, "query">) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0")
    // A statement that waits for the lock would hold up an index that is made meanwhile.
    while (!(await isLocked(client))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return work(client)
  })
}

async function isLocked(client: Pick<Pg.PoolClient, "query">): Promise<boolean> {
  // As text alone: a statement with values keeps its snapshot, and an index that is made meanwhile waits for that.
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`,
  )
  return rows[0]?.locked === true
}

async function inTransaction<Result>(
  pool: Pick<Pg.Pool, "connect">,
  work: (client: Pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let is_unfit = true
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    is_unfit = false
    return result
  } finally {
    client.release(is_unfit)
  }
}
