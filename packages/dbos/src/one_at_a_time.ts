import { setTimeout as pause } from "node:timers/promises"
import type * as Pg from "pg"

/** "proofloo", as a number of 8 bytes: the lock of workers that make or change the tables of DBOS. */
const LOCK = "8102661131211435887"

const RETRY_MS = 200

/** Runs work that no other worker of this database does meanwhile: two that make tables at once lock each other out. */
export async function oneAtATime<Result>(
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
