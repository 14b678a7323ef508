import { numberOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import type { JobStore, PlacedNote } from "./store.ts"

const MAX_NOTES = 1000

const placedSchema = z.array(
  z.object({
    position: z.number(),
    row_id: z.string(),
    seq: z.number(),
    at: z.string(),
    transition: z.string().nullable(),
    note: z.string(),
    sha256: z.string(),
  }),
)

const NOTES = `
  SELECT position, row_id, seq, at, notes.transition, note, sha256
  FROM notes JOIN jobs ON jobs.id = notes.row_id WHERE jobs.kind = ?`

export async function notesSince(
  store: OpenStore,
  position: Parameters<JobStore["notesSince"]>[0],
  limit: number = 100,
): Promise<readonly PlacedNote[]> {
  const most = numberOption("limit", limit, 1, MAX_NOTES)
  const found = await inTransaction(store, "read", async ({ sql, kind }) => {
    if (position === null)
      return (await sql.all(`${NOTES} ORDER BY position DESC LIMIT ?`, kind.name, most)).toReversed()
    const after = numberOption("position", position, 0, Number.MAX_SAFE_INTEGER)
    return sql.all(`${NOTES} AND position > ? ORDER BY position LIMIT ?`, kind.name, after, most)
  })
  return placedSchema
    .parse(found)
    .map(({ note, ...rest }) => ({ ...rest, note: JSON.parse(note) as PlacedNote["note"] }))
}
