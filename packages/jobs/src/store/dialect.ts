import type { Transaction } from "./transaction.ts"

export interface Refusal {
  readonly name: string
  /** `DELETE`, `UPDATE`, or `UPDATE OF` some columns. */
  readonly write: string
  readonly table: string
  /** Only rows of this condition. Default: all. */
  readonly when?: string | undefined
  readonly message: string
}

/** Where databases differ: the schema is written once in these words, and every query is the same text. */
export interface Dialect {
  /** Types of columns. Texts are compared by their code points. */
  readonly text: string
  readonly integer: string
  /** At the end of a table. */
  readonly strict: string
  readonly number: (column: string) => string
  /** The same without a gap, also after a transaction that was undone. One table has it. */
  readonly position: (column: string) => string
  readonly places: (table: string) => string
  /** A column `rowid` in the order of arrival, for a database without one; ends its line. */
  readonly rowid: string
  /** A column with a JSON object, kept as the text that was given. */
  readonly object: (column: string) => string
  readonly refusal: (refusal: Refusal) => string
  /** Gives the number of the last position, deleted ones included. */
  readonly last_position: string
  /** Statements around the writing of notes that have their positions already, up to this one. */
  readonly placing: { readonly begin: string; readonly end: (last_position: number) => string }
  /** Whose the place is: "other" is not to be changed. Writes nothing. */
  readonly owner: (sql: Transaction) => Promise<"nobody" | "jobs" | "feedback" | "other">
  /** Marks an empty place as a store of jobs, with the table of migrations. */
  readonly begin: (sql: Transaction) => Promise<void>
  /** What is wrong below the tables; null if nothing is. */
  readonly fault: (sql: Transaction) => Promise<string | null>
}

export function migrationsTable({ strict }: Pick<Dialect, "strict">): string {
  return `
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
)${strict};
`
}
