import * as z from "zod"
import type { StoredRow } from "./rows.ts"
import type { Transaction } from "./transaction.ts"

const owned = z.array(z.looseObject({ row_id: z.string() }))

/** What each of some rows has in a table, unread, by the rows' ids. */
export async function selectOfRows(
  { all }: Transaction,
  { columns, table, order }: Readonly<Record<"columns" | "table" | "order", string>>,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  if (rows.length === 0) return new Map()
  const query = `SELECT ${columns} FROM ${table} WHERE row_id IN (${placesFor(rows)}) ORDER BY ${order}`
  const found = owned.parse(await all(query, ...rows.map(({ id }) => id)))
  return new Map(rows.map(({ id }) => [id, found.filter(({ row_id }) => row_id === id)]))
}

/** As many `?` as there are values. */
export function placesFor(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ")
}
