import { setImmediate as nextTurn } from "node:timers/promises"
import * as z from "zod"
import { checkedNotes } from "./chain.ts"
import type { Connection } from "./connection.ts"
import { inTransaction, type OpenStore, type StoreTransaction } from "./open_store_state.ts"
import { asJob, selectRows } from "./rows.ts"
import { corruptRow, StoreError } from "./store_error.ts"
import type { Transaction } from "./transaction.ts"

/** Rows that are read at once; in between other tasks get a turn. */
const PAGE = 50

/**
 * Checks the file, every row with its chain, and that no note is missing, even together with its row. Throws StoreError
 * `corrupt` for the first fault.
 */
export async function checkStore(
  store: OpenStore,
): Promise<{ readonly rows: number; readonly notes: number }> {
  const { connection } = store
  await connection.transaction("read", (sql) => checkFile(connection, sql))
  let rows = 0
  let notes = 0
  let last_number = 0
  for (;;) {
    const page = await inTransaction(store, "read", (within) => checkPage(within, last_number))
    if (page.rows === 0) break
    rows += page.rows
    notes += page.notes
    last_number = page.last_number
    await nextTurn()
  }
  await connection.transaction("read", (sql) => checkPositions(connection, sql))
  return { rows, notes }
}

async function checkPage(
  within: StoreTransaction,
  after: number,
): Promise<{ rows: number; notes: number; last_number: number }> {
  const { sql, kind } = within
  const numbers = z
    .array(z.object({ number: z.number() }))
    .parse(await sql.all("SELECT number FROM jobs WHERE number > ? ORDER BY number LIMIT ?", after, PAGE))
  const last_number = numbers.at(-1)?.number ?? after
  const rows = await selectRows(sql, "WHERE number > ? AND number <= ? ORDER BY number", after, last_number)
  let notes = 0
  for (const row of rows) {
    if (row.kind === kind.name) asJob(kind, row)
    notes += (await checkedNotes(within, row)).length
  }
  return { rows: rows.length, notes, last_number }
}

async function checkFile({ path, dialect }: Connection, sql: Transaction): Promise<void> {
  const fault = await dialect.fault(sql)
  if (fault !== null) throw new StoreError("corrupt", `${path}: ${fault}`)
  const { id } = orphan.parse(
    await sql.get("SELECT row_id AS id FROM notes WHERE row_id NOT IN (SELECT id FROM jobs) LIMIT 1"),
  ) ?? { id: null }
  if (id !== null) throw corruptRow("row", id, "there are notes, and the row is missing")
}

const orphan = z.object({ id: z.string() }).optional()

async function checkPositions({ path, dialect }: Connection, { get }: Transaction): Promise<void> {
  const { amount, given } = z
    .object({ amount: z.number(), given: z.number() })
    .parse(await get(`SELECT (SELECT count(*) FROM notes) AS amount, ${dialect.last_position} AS given`))
  if (amount === given) return
  throw new StoreError(
    "corrupt",
    `${path}: it has ${amount} of ${given} notes: a row is missing with its notes`,
  )
}
