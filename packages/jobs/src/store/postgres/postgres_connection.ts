import { setTimeout as sleep } from "node:timers/promises"
import * as z from "zod"
import type { Connection } from "../connection.ts"
import { inTurn } from "../in_turn.ts"
import { StoreError } from "../store_error.ts"
import { attempt, type Task } from "./attempt.ts"
import { type CommitMark, commitMark } from "./commit_mark.ts"
import { giveUp, PostgresFailure } from "./failure.ts"
import { openPool, type Pool } from "./pool.ts"
import { postgresDialect } from "./postgres_dialect.ts"
import { readPostgresUrl } from "./postgres_url.ts"

const PATIENCE_MS = 60_000
/** A start of a server, with the database and the table that it has there. */
const IDENTITY = `
  SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), 'schema_migrations'::regclass::oid,
    (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity`
/** Between two tries; doubled up to the longest. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1000

/** Opens no connection yet. Rejects with StoreError without `pg`, with InvalidOptionError for a wrong URL. */
export async function openPostgres(
  url: string,
  {
    patience_ms = PATIENCE_MS,
    option,
  }: {
    readonly patience_ms?: number
    /** Which option an error about the URL names. Default "store". */
    readonly option?: string | undefined
  } = {},
): Promise<Connection> {
  const place = readPostgresUrl(url, option)
  const { shown: path, schema } = place
  const pool = await openPool(place)
  const mark = commitMark()
  // A writer that waits for the lock holds a connection: one of them is enough.
  const writers = inTurn()
  let is_open = true
  /** A server that never answered, or not for a minute, is not waited for. */
  let has_answered = false

  async function patiently<Result>(task: Task<Result>): Promise<Result> {
    const begun = performance.now()
    for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS)) {
      if (!is_open) throw new StoreError("closed", `${path}: the store is closed`)
      try {
        const result = await attempt(pool, mark, task)
        has_answered = true
        return result
      } catch (error) {
        if (!(error instanceof PostgresFailure)) throw inTermsOfStore(path, error)
        const is_over = performance.now() - begun >= patience_ms
        if (is_over || !mayPass(error)) fail(error, task)
      }
      await sleep(pause_ms * (0.5 + Math.random()))
    }
  }

  /** A server says when it is starting or full; another that was never reached has perhaps another name. */
  function mayPass({ is_passing, state }: PostgresFailure): boolean {
    return is_passing && (has_answered || state !== "")
  }

  function fail(error: PostgresFailure, { doubt }: Task<unknown>): never {
    if (error.is_lost) has_answered = false
    if (doubt === null) giveUp(path, error)
    throw new StoreError(
      "io",
      `${path}: the connection broke while a change was being kept, and the server cannot be reached: look whether it was kept`,
      { cause: error.cause },
    )
  }

  const transaction: Connection["transaction"] = (kind, work) => {
    const task = { kind, work, schema, patience_ms, doubt: null }
    return kind === "write" ? writers.take(() => patiently(task)) : patiently(task)
  }

  return {
    path,
    dialect: postgresDialect(schema),
    transaction,
    async identity() {
      const found = await transaction("read", ({ get }) => get(IDENTITY))
      return z.object({ identity: z.string() }).parse(found).identity
    },
    close: () =>
      writers.take(async () => {
        if (!is_open) return
        is_open = false
        if (has_answered) await removeMark(pool, mark, schema)
        await pool.end()
      }),
  }
}

function inTermsOfStore(path: string, error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error
  return new StoreError("corrupt", `${path}: a row cannot be read`, { cause: error })
}

/** One that stays is removed after some days. */
async function removeMark(pool: Pool, mark: CommitMark, schema: string): Promise<void> {
  try {
    const client = await pool.connect()
    const query = client.query(`SET LOCAL search_path = "${schema}"; ${mark.removal}`)
    await query.finally(() => client.release(true))
  } catch {
    // The server went away, or nothing was ever written.
  }
}
