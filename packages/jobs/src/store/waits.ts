import * as z from "zod"
import { inTransaction, type OpenStore, type StoreTransaction } from "./open_store_state.ts"
import { requireRow } from "./rows.ts"
import type { Wait } from "./store.ts"

const waitSchema = z.object({
  row_id: z.string(),
  waits_for: z.string(),
  since: z.string(),
  look_at: z.string().nullable(),
  deadline: z.string().nullable(),
})

export async function setWait(
  store: OpenStore,
  id: string,
  wait: Omit<Wait, "since"> | null,
): Promise<Wait | null> {
  const at = store.timestamp()
  const knownWait = async (within: StoreTransaction) => {
    await requireRow(within, id)
    const found = await within.sql.get("SELECT * FROM waits WHERE row_id = ?", id)
    return found === undefined ? null : waitSchema.parse(found)
  }
  // Most steps neither set nor remove a wait, and write nothing.
  if (wait === null && (await inTransaction(store, "read", knownWait)) === null) return null
  return inTransaction(store, "write", async (within) => {
    const known = await knownWait(within)
    await within.sql.run("DELETE FROM waits WHERE row_id = ?", id)
    if (wait === null) return null
    const since = known !== null && known.waits_for === wait.for ? known.since : at
    const { look_at, deadline } = wait
    const values = [id, wait.for, since, look_at, deadline]
    await within.sql.run("INSERT INTO waits VALUES (?, ?, ?, ?, ?)", ...values)
    return { ...wait, since }
  })
}

export async function readWaits(store: OpenStore): Promise<ReadonlyMap<string, Wait>> {
  const query = "SELECT waits.* FROM waits JOIN jobs ON jobs.id = waits.row_id WHERE jobs.kind = ?"
  const rows = await inTransaction(store, "read", async ({ sql, kind }) =>
    z.array(waitSchema).parse(await sql.all(query, kind.name)),
  )
  return new Map(rows.map(({ row_id, waits_for, ...wait }) => [row_id, { for: waits_for, ...wait }]))
}
