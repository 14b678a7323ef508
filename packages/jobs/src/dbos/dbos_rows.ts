import type { RowWorker } from "../engines/row_engine.ts"
import { type DbosPlace, placeOf } from "./dbos_place.ts"
import { openPool } from "./load_dbos.ts"
import { rowsOver } from "./rows_over.ts"

/**
 * Rows that workers move over DBOS, seen from any process; `close` ends the connection alone. `start` brings a row of
 * another queue into this one, unless a turn of it is at work. Rejects when the SDK is missing or the database is away.
 */
export async function dbosRows(place: DbosPlace): Promise<RowWorker> {
  const pool = await openPool(placeOf(place).url)
  const rows = await rowsOver(pool, place)
  return {
    ...rows,
    async close() {
      await rows.close()
      await pool.end()
    },
  }
}
