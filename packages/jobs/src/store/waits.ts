import { z } from "zod"
import type { OpenStore } from "./open_store_state.ts"
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
  const { connection } = store
  const at = store.timestamp()
  const knownWait = () => {
    requireRow(store, id)
    const found = connection.get("SELECT * FROM waits WHERE row_id = ?", id)
    return found === undefined ? null : waitSchema.parse(found)
  }
  // Most steps neither set nor remove a wait, and write nothing.
  if (wait === null && (await connection.transaction("read", knownWait)) === null) return null
  return connection.transaction("write", () => {
    const known = knownWait()
    connection.run("DELETE FROM waits WHERE row_id = ?", id)
    if (wait === null) return null
    const since = known !== null && known.waits_for === wait.for ? known.since : at
    const { look_at, deadline } = wait
    connection.run("INSERT INTO waits VALUES (?, ?, ?, ?, ?)", id, wait.for, since, look_at, deadline)
    return { ...wait, since }
  })
}

export async function readWaits({ connection, kind }: OpenStore): Promise<ReadonlyMap<string, Wait>> {
  const query = "SELECT waits.* FROM waits JOIN jobs ON jobs.id = waits.row_id WHERE jobs.kind = ?"
  const rows = await connection.transaction("read", () =>
    z.array(waitSchema).parse(connection.all(query, kind.name)),
  )
  return new Map(rows.map(({ row_id, waits_for, ...wait }) => [row_id, { for: waits_for, ...wait }]))
}
