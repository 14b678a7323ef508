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
