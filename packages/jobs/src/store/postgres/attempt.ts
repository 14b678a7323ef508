import { createHash } from "node:crypto"
import type { Transaction, TransactionKind, Value } from "../transaction.ts"
import type { CommitMark } from "./commit_mark.ts"
import { asked, PostgresFailure } from "./failure.ts"
import { numbered } from "./placeholders.ts"
import type { Client, Pool } from "./pool.ts"

/** One transaction, through as many attempts as it takes. */
export interface Task<Result> {
  readonly kind: TransactionKind
  readonly work: (sql: Transaction) => Promise<Result>
  readonly schema: string
  readonly patience_ms: number
  /** What an attempt tried to commit when its connection broke; whether it was kept is not known. */
  doubt: { readonly number: number; readonly result: Result } | null
}

/** Begins, works and commits once. Rejects with PostgresFailure, or with what `work` threw; then nothing was kept, or `doubt` is set. */
export async function attempt<Result>(pool: Pool, mark: CommitMark, task: Task<Result>): Promise<Result> {
  const client = await asked(() => pool.connect())
  let is_fit = false
  try {
    const { kind, schema, patience_ms } = task
    await asked(() => client.query(beginning(kind, schema, patience_ms)))
    const result = await resultOf(client, mark, task)
    is_fit = true
    return result
  } catch (error) {
    const is_lost = error instanceof PostgresFailure && error.is_lost
    is_fit = !is_lost && (await isRolledBack(client))
    throw error
  } finally {
    client.release(!is_fit)
  }
}

async function resultOf<Result>(client: Client, mark: CommitMark, task: Task<Result>): Promise<Result> {
  const { sql, hasWritten } = statementsOf(client)
  const { doubt } = task
  if (doubt !== null && (await mark.isKept(sql, doubt.number))) {
    await asked(() => client.query("ROLLBACK"))
    return doubt.result
  }
  task.doubt = null
  const result = await task.work(sql)
  if (!hasWritten()) {
    await asked(() => client.query("COMMIT"))
    return result
  }
  const { number, sql: marking } = mark.next()
  task.doubt = { number, result }
  try {
    await asked(() => client.query(`${marking}; COMMIT`))
  } catch (error) {
    if (!(error instanceof PostgresFailure && error.is_lost)) task.doubt = null
    throw error
  }
  return result
}

async function isRolledBack(client: Client): Promise<boolean> {
  try {
    await client.query("ROLLBACK")
    return true
  } catch {
    return false
  }
}

const STATEMENT_MS = 30_000
/** A process may be gone without its connection being closed; its lock ends after this time. */
const IDLE_MS = 20_000

/**
 * The statements that begin a transaction, sent together. Settings are those of the transaction alone, so a pool of
 * connections between here and the server may be in between. Writers wait in line for the lock of their store.
 */
function beginning(kind: TransactionKind, schema: string, patience_ms: number): string {
  const common = [
    `SET LOCAL search_path = "${schema}", pg_temp`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`,
  ]
  const statements =
    kind === "read"
      ? ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ...common]
      : [
          // What the lock has let others write before is seen.
          "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
          ...common,
          `SET LOCAL lock_timeout = ${Math.max(1, patience_ms)}`,
          `SET LOCAL statement_timeout = 0`,
          `SELECT pg_advisory_xact_lock(${lockOf(schema)})`,
          // A commit reaches the disk before its consequence, such as a pull request, happens.
          "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'",
        ]
  return [...statements, `SET LOCAL statement_timeout = ${STATEMENT_MS}`].join("; ")
}

/** Advisory locks of one database are numbers that all programs share. */
function lockOf(schema: string): string {
  return createHash("sha256").update(`proofloop store ${schema}`).digest().readBigInt64BE().toString()
}

/** The statements of one transaction; they reject with PostgresFailure. */
function statementsOf(client: Client): {
  readonly sql: Transaction
  readonly hasWritten: () => boolean
} {
  let has_written = false
  const query = (sql: string, values: readonly Value[]) => asked(() => client.query(numbered(sql), values))
  return {
    hasWritten: () => has_written,
    sql: {
      get: async (sql, ...values) => (await query(sql, values)).rows[0],
      all: async (sql, ...values) => (await query(sql, values)).rows,
      async run(sql, ...values) {
        const { rowCount } = await query(sql, values)
        has_written ||= rowCount !== 0
        return rowCount ?? 0
      },
      async exec(sql) {
        has_written = true
        await asked(() => client.query(sql))
      },
    },
  }
}
