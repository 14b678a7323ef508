import * as z from "zod"
import type { Connection } from "../connection.ts"
import { insertMany } from "../insert_many.ts"
import { NOTE_COLUMNS } from "../notes.ts"
import type { Transaction, Value } from "../transaction.ts"
import type { Heads } from "./copy_rows.ts"

const PAGE = 500

const value = z.union([z.string(), z.number(), z.null()])
const placedSchema = z.array(z.looseObject({ position: z.number(), row_id: z.string() }).catchall(value))

/**
 * Writes the notes of the copied rows in the order in which they were made, so that they stand in one history with
 * what the target has. Resolves to how many there are.
 */
export async function copyNotes(
  from: Transaction,
  into: Transaction,
  { heads, target, first }: { readonly heads: Heads; readonly target: Connection; readonly first: number },
): Promise<number> {
  if (heads.size === 0) return 0
  const { begin, end } = target.dialect.placing
  const query = `SELECT position, row_id, ${NOTE_COLUMNS.join(", ")} FROM notes WHERE position > ? ORDER BY position LIMIT ?`
  const names = ["position", "row_id", ...NOTE_COLUMNS]
  let last = first
  await into.exec(begin)
  for (let after = 0; ;) {
    const page = placedSchema.parse(await from.all(query, after, PAGE))
    const rows = page
      .filter(({ row_id }) => heads.has(row_id))
      .map((note): readonly Value[] => [(last += 1), ...names.slice(1).map((name) => note[name] ?? null)])
    await insertMany(into, `notes (${names.join(", ")})`, rows)
    const read_to = page.at(-1)?.position
    if (read_to === undefined) break
    after = read_to
  }
  await into.exec(end(last))
  return last - first
}
