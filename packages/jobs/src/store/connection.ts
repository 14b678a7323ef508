import type { Dialect } from "./dialect.ts"
import type { Transaction, TransactionKind } from "./transaction.ts"

/** An open database. Statements run in transactions alone, so none can fall into another's. */
export interface Connection {
  /** The file, or the URL without secrets. */
  readonly path: string
  readonly dialect: Dialect
  /**
   * Does all of `work` or nothing. `write` holds the write lock from the start, `read` sees one state of the database.
   * Waits up to a minute for other processes without blocking this one, then begins again: `work` has no other effects.
   * It waits for nothing but its own statements. Rejects with StoreError.
   */
  transaction<Result>(kind: TransactionKind, work: (sql: Transaction) => Promise<Result>): Promise<Result>
  /** The same text for every connection to this place, under whatever name it was opened, and for no other place. */
  identity(): Promise<string>
  close(): Promise<void>
}
