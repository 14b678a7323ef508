import { nearestName } from "@proofloop/foundation/errors"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import { insertMany } from "./insert_many.ts"
import type { StoreTransaction } from "./open_store_state.ts"
import { idOption, isPlainObject } from "./options.ts"
import type { JobKind, JobRow } from "./store.ts"
import { corruptRow, StoreError } from "./store_error.ts"
import type { Transaction, Value } from "./transaction.ts"

const rowSchema = z.object({
  id: z.string(),
  kind: z.string(),
  received_at: z.string(),
  forge: z.string().nullable(),
  repository: z.string().nullable(),
  base: z.string().nullable(),
  request: z.string(),
  state: z.string(),
  fields: z.string(),
  attempts: z.number().int(),
  failed_in: z.string().nullable(),
  error: z.string().nullable(),
  work: z.string(),
  revision: z.number().int(),
  updated_at: z.string(),
})

export type StoredRow = Readonly<z.infer<typeof rowSchema>>

const jobColumns = rowSchema.keyof().options
const columns = jobColumns.join(", ")

export async function findRow({ get }: Transaction, id: string): Promise<StoredRow | null> {
  const found = await get(`SELECT ${columns} FROM jobs WHERE id = ?`, id)
  return found === undefined ? null : readRow(found)
}

export async function selectRows(
  { all }: Transaction,
  rest: string,
  ...values: readonly Value[]
): Promise<StoredRow[]> {
  return (await all(`SELECT ${columns} FROM jobs ${rest}`, ...values)).map(readRow)
}

/** In their order. */
export async function insertRows(sql: Transaction, rows: readonly StoredRow[]): Promise<void> {
  await insertMany(sql, `jobs (${columns})`, rows.map(rowValues))
}

/** Columns that a change may set; the others never change. */
const CHANGING = jobColumns.filter((column) => !["id", "kind", "received_at", "request"].includes(column))

export async function updateRow({ run }: Transaction, row: StoredRow): Promise<void> {
  const places = CHANGING.map((column) => `${column} = ?`).join(", ")
  await run(`UPDATE jobs SET ${places} WHERE id = ?`, ...CHANGING.map((column) => row[column]), row.id)
}

export function rowValues(row: StoredRow): readonly Value[] {
  return jobColumns.map((column) => row[column])
}

/**
 * The row in its kind's form: the request and the findings beside what every row has. Throws StoreError `corrupt`.
 * The shape was checked when it was written, and the notes prove that the text is unchanged.
 */
export function asJob(kind: JobKind, row: StoredRow): JobRow {
  const {
    id,
    received_at,
    forge,
    repository,
    base,
    state,
    attempts,
    failed_in,
    error,
    revision,
    updated_at,
  } = row
  for (const named of failed_in === null ? [state] : [state, failed_in]) {
    if (!kind.table.states.includes(named)) throw corruptRow(kind.name, id, `${named} is not a state of it`)
  }
  const place = forge === null || repository === null || base === null ? null : { forge, repository, base }
  const request = readObject(kind, row, "request")
  const fields = readObject(kind, row, "fields")
  const work = readObject(kind, row, "work")
  const own = { id, received_at, place, state, attempts, failed_in, error, work, revision, updated_at }
  return { ...request, ...fields, ...own }
}

function readRow(found: unknown): StoredRow {
  const read = rowSchema.safeParse(found)
  if (read.success) return read.data
  const known = z.object({ id: z.string(), kind: z.string() }).safeParse(found).data
  const issue = read.error.issues[0]
  const what = `${issue?.path.join(".") ?? "row"}: ${issue?.message ?? "cannot be read"}`
  throw known === undefined ? new StoreError("corrupt", what) : corruptRow(known.kind, known.id, what)
}

function readObject(kind: JobKind, row: StoredRow, column: "request" | "fields" | "work"): object {
  const value = parsedJson(row[column])
  if (value === undefined) {
    throw corruptRow(kind.name, row.id, `${column} is not JSON, nothing can be added to it`)
  }
  if (isPlainObject(value)) return value
  const type = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`
  throw corruptRow(kind.name, row.id, `${column} is ${type}, not an object`)
}

/** Near misses are looked for among so many of the newest. */
const MAX_NAMES = 1000

/** Throws StoreError `not_found` with the nearest id; rows of other kinds do not count. */
export async function requireRow({ sql, kind }: StoreTransaction, id: string): Promise<StoredRow> {
  const row = await findRow(sql, idOption("id", id))
  if (row !== null && row.kind === kind.name) return row
  const newest = "SELECT id FROM jobs WHERE kind = ? ORDER BY number DESC LIMIT ?"
  const ids = z.array(z.object({ id: z.string() })).parse(await sql.all(newest, kind.name, MAX_NAMES))
  const nearest = nearestName(
    id,
    ids.map((known) => known.id),
  )
  const hint = nearest === null ? "" : `. Did you mean "${nearest}"?`
  const other = row === null ? "" : `; it is a ${row.kind}`
  throw new StoreError("not_found", `there is no ${kind.name} ${id}${other}${hint}`, { row_id: id })
}
