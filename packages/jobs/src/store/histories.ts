import * as z from "zod"
import { approvalsOfRows } from "./approval_rows.ts"
import type { History } from "./chain.ts"
import { notesOfRows } from "./notes.ts"
import { selectRows, type StoredRow } from "./rows.ts"
import type { Transaction } from "./transaction.ts"

/** Rows that are read at once. */
const PAGE = 50

const numbered = z.array(z.object({ number: z.number() }))

/** The next rows of any kind in the order of arrival; null after the last one. */
export async function pageAfter(
  sql: Transaction,
  number: number,
): Promise<{ readonly rows: readonly StoredRow[]; readonly last_number: number } | null> {
  const query = "SELECT number FROM jobs WHERE number > ? ORDER BY number LIMIT ?"
  const last_number = numbered.parse(await sql.all(query, number, PAGE)).at(-1)?.number
  if (last_number === undefined) return null
  const rows = await selectRows(sql, "WHERE number > ? AND number <= ? ORDER BY number", number, last_number)
  return { rows, last_number }
}

/** The histories of a page, in its order, unchecked. */
export async function historiesOf(sql: Transaction, rows: readonly StoredRow[]): Promise<readonly History[]> {
  const notes = await notesOfRows(sql, rows)
  const approvals = await approvalsOfRows(sql, rows)
  return rows.map((row) => ({ row, notes: notes.get(row.id) ?? [], approvals: approvals.get(row.id) ?? [] }))
}
