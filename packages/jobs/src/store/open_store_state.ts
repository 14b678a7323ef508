import type { Connection } from "./connection.ts"
import type { Holder } from "./holder.ts"
import type { JobKind } from "./store.ts"
import type { Transaction, TransactionKind } from "./transaction.ts"

interface StoreState {
  readonly kind: JobKind
  readonly holder: Holder
  /** Rows this store has claimed and not released, even if others took the claims over since. */
  readonly held: Set<string>
  readonly now: () => number
  readonly timestamp: () => string
}

export interface OpenStore extends StoreState {
  readonly connection: Connection
}

/** The same inside a transaction, which cannot begin another one. */
export interface StoreTransaction extends StoreState {
  readonly sql: Transaction
}

/** Does all of `work` or nothing, as `Connection` says. */
export async function inTransaction<Result>(
  { connection, ...store }: OpenStore,
  kind: TransactionKind,
  work: (within: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  return connection.transaction(kind, (sql) => work({ ...store, sql }))
}
