import { randomUUID } from "node:crypto"
import * as z from "zod"
import type { Transaction } from "../transaction.ts"

export interface CommitMark {
  next(): { readonly number: number; readonly sql: string }
  /** Whether a transaction was kept. Asked under the write lock: by then an earlier transaction has ended. */
  isKept(sql: Transaction, number: number): Promise<boolean>
  readonly removal: string
}

/**
 * A row of the open store, with the number of its last transaction, written in the transaction itself. A number of the
 * server's own would not do: after a failover it may belong to another transaction.
 */
export function commitMark(): CommitMark {
  const session = randomUUID()
  let last = 0
  return {
    next() {
      last += 1
      const old = last === 1 ? `DELETE FROM commits WHERE at < now() - interval '7 days'; ` : ""
      const put = `INSERT INTO commits (session, number) VALUES ('${session}', ${last})`
      const sql = `${old}${put} ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at`
      return { number: last, sql }
    },
    async isKept({ get }, number) {
      // The first migration makes the table.
      const { known } = z
        .object({ known: z.number() })
        .parse(await get("SELECT count(to_regclass('commits')) AS known"))
      if (known === 0) return false
      const query = "SELECT 1 AS found FROM commits WHERE session = ? AND number = ?"
      return (await get(query, session, number)) !== undefined
    },
    removal: `DELETE FROM commits WHERE session = '${session}'`,
  }
}
