import { setImmediate as nextTurn } from "node:timers/promises"
import * as z from "zod"
import { checkHistory } from "./chain.ts"
import type { Connection } from "./connection.ts"
import { historiesOf, pageAfter } from "./histories.ts"
import { inTransaction, type OpenStore, type StoreTransaction } from "./open_store_state.ts"
import { asJob } from "./rows.ts"
import { corruptRow, StoreError } from "./store_error.ts"
import type { Transaction } from "./transaction.ts"

/** Checks the file, every row's chain, and that no note or row is missing. Throws StoreError `corrupt` for the first fault. */
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
    if (page === null) break
    rows += page.rows
    notes += page.notes
    last_number = page.last_number
    // Other tasks get a turn.
    await nextTurn()
  }
  await connection.transaction("read", (sql) => checkPositions(connection, sql))
  return { rows, notes }
}

async function checkPage({ sql, kind }: StoreTransaction, after: number): Promise<Checked | null> {
  const page = await pageAfter(sql, after)
  if (page === null) return null
  let notes = 0
  for (const history of await historiesOf(sql, page.rows)) {
    if (history.row.kind === kind.name) asJob(kind, history.row)
    checkHistory(history, [kind])
    notes += history.notes.length
  }
  return { rows: page.rows.length, notes, last_number: page.last_number }
}

interface Checked {
  readonly rows: number
  readonly notes: number
  readonly last_number: number
}

async function checkFile({ path, dialect }: Connection, sql: Transaction): Promise<void> {
  const fault = await dialect.fault(sql)
  if (fault !== null) throw new StoreError("corrupt", `${path}: ${fault}`)
  await checkOwners(sql)
}

/** Throws StoreError `corrupt` when there are notes whose row is missing. */
export async function checkOwners({ get }: Transaction): Promise<void> {
  const { id } = orphan.parse(
    await get("SELECT row_id AS id FROM notes WHERE row_id NOT IN (SELECT id FROM jobs) LIMIT 1"),
  ) ?? { id: null }
  if (id !== null) throw corruptRow("row", id, "there are notes, and the row is missing")
}

const orphan = z.object({ id: z.string() }).optional()

/** Throws StoreError `corrupt` when a note is missing, even together with its row. */
export async function checkPositions({ path, dialect }: Connection, { get }: Transaction): Promise<void> {
  const { amount, given } = z
    .object({ amount: z.number(), given: z.number() })
    .parse(await get(`SELECT (SELECT count(*) FROM notes) AS amount, ${dialect.last_position} AS given`))
  if (amount === given) return
  throw new StoreError(
    "corrupt",
    `${path}: it has ${amount} of ${given} notes: a row is missing with its notes`,
  )
}
