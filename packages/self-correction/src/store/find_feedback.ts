import { nearestName } from "@proofloop/foundation/errors"
import { z } from "zod"
import type { Connection } from "./connection.ts"
import { type FeedbackRow, findRow } from "./feedback_rows.ts"
import { idOption } from "./options.ts"
import { StoreError } from "./store_error.ts"

/** Near misses are looked for among so many of the newest. */
const MAX_NAMES = 1000

/** Throws StoreError `not_found`, with the nearest id there is. */
export function requireRow(connection: Connection, id: string): FeedbackRow {
  const row = findRow(connection, idOption("id", id))
  if (row !== null) return row
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(connection.all("SELECT id FROM feedback ORDER BY number DESC LIMIT ?", MAX_NAMES))
  const nearest = nearestName(
    id,
    ids.map((known) => known.id),
  )
  const hint = nearest === null ? "" : `. Did you mean "${nearest}"?`
  throw new StoreError("not_found", `there is no feedback ${id}${hint}`, { feedback_id: id })
}
