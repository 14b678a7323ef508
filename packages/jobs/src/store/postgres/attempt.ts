import type { Transaction, TransactionKind } from "../transaction.ts"
import { beginning } from "./beginning.ts"
import type { CommitMark } from "./commit_mark.ts"
import { asked, PostgresFailure } from "./failure.ts"
import type { Client, Pool } from "./pool.ts"
import { statementsOf } from "./statements.ts"

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
