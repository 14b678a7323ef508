import type * as Pg from "pg"

export interface WorkerBeats {
  readonly beat: () => Promise<void>
  /** Calls `take` with each worker that has not noted anything for too long; no two workers take the same one. */
  readonly takeLost: (take: (worker: string) => Promise<void>) => Promise<void>
  /** Notes that this worker has ended, so that others need not wait. */
  readonly end: () => Promise<void>
}

const TABLE = "proofloop_workers"

/** Times are those of the database, whatever the clocks of the workers say. */
export async function workerBeats(
  pool: Pick<Pg.Pool, "query" | "connect">,
  { worker, lost_after_ms }: { readonly worker: string; readonly lost_after_ms: number },
): Promise<WorkerBeats> {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (worker text PRIMARY KEY, beat_at timestamptz NOT NULL)`,
  )
  return {
    async beat() {
      await pool.query(
        `INSERT INTO ${TABLE} VALUES ($1, now()) ON CONFLICT (worker) DO UPDATE SET beat_at = now()`,
        [worker],
      )
    },
    async end() {
      await pool.query(`UPDATE ${TABLE} SET beat_at = 'epoch' WHERE worker = $1`, [worker])
    },
    async takeLost(take) {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const lost = await client.query<{ worker: string }>(
          `DELETE FROM ${TABLE} WHERE worker IN (
             SELECT worker FROM ${TABLE} WHERE worker <> $1 AND beat_at < now() - $2 * interval '1 millisecond'
             FOR UPDATE SKIP LOCKED
           ) RETURNING worker`,
          [worker, lost_after_ms],
        )
        for (const row of lost.rows) await take(row.worker)
        await client.query("COMMIT")
      } catch (error) {
        await client.query("ROLLBACK").catch(() => undefined)
        throw error
      } finally {
        client.release()
      }
    },
  }
}
