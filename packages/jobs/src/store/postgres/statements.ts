import type { Transaction, Value } from "../transaction.ts"
import { asked } from "./failure.ts"
import { numbered } from "./placeholders.ts"
import type { Client } from "./pool.ts"

/** The statements of one transaction; they reject with PostgresFailure. */
export function statementsOf(client: Client): {
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
