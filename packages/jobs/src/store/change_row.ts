import { applyChange } from "./apply_change.ts"
import { refuseOthersRow, renewClaim } from "./claims.ts"
import { insertMemories } from "./memory_rows.ts"
import { appendNote, checkedHead } from "./notes.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { readChange } from "./read_change.ts"
import { asJob, requireRow, updateRow } from "./rows.ts"
import type { JobRow } from "./store.ts"

export async function changeRow(store: OpenStore, id: string, change: unknown): Promise<JobRow> {
  const { kind } = store
  const checked = readChange(kind, change)
  const at = store.timestamp()
  return inTransaction(store, "write", async (within) => {
    const before = await requireRow(within, id)
    await refuseOthersRow(within, id)
    const head = await checkedHead(within, id)
    const { row, transition } = applyChange(kind, before, checked, at)
    await updateRow(within.sql, row)
    await insertMemories(within, checked.memories, at)
    await appendNote(within, id, head, { at, kind: "change", transition, note: checked.note })
    if (transition !== null) await within.sql.run("DELETE FROM waits WHERE row_id = ?", id)
    await renewClaim(within, id)
    return asJob(kind, row)
  })
}
