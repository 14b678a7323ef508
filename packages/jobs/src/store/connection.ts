export type Value = string | number | null

/** The statements of one transaction. A query may give anything the database holds: `unknown`. */
export interface Transaction {
  readonly get: (sql: string, ...values: readonly Value[]) => Promise<unknown>
  readonly all: (sql: string, ...values: readonly Value[]) => Promise<readonly unknown[]>
  /** How many rows it changed. */
  readonly run: (sql: string, ...values: readonly Value[]) => Promise<number>
  /** Several statements, without values. */
  readonly exec: (sql: string) => Promise<void>
}

export type TransactionKind = "read" | "write"

/** An open database. Statements run in transactions alone, so none can fall into another's. */
export interface Connection {
  /** The file, without secrets. */
  readonly path: string
  /**
   * Does all of `work` or nothing. `write` holds the write lock from the start, `read` sees one state of the database.
   * Waits up to a minute for other processes without blocking this one, then begins again: `work` has no other effects.
   * It waits for nothing but its own statements. Rejects with StoreError.
   */
  transaction<Result>(kind: TransactionKind, work: (sql: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
