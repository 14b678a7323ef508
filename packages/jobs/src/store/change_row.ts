import { applyChange } from "./apply_change.ts"
import { refuseOthersRow, renewClaim } from "./claims.ts"
import { insertMemories } from "./memory_rows.ts"
import { appendNote, checkedHead } from "./notes.ts"
import type { OpenStore } from "./open_store_state.ts"
import { readChange } from "./read_change.ts"
import { asJob, requireRow, updateRow } from "./rows.ts"
import type { JobRow } from "./store.ts"

export async function changeRow(store: OpenStore, id: string, change: unknown): Promise<JobRow> {
  const { connection, kind } = store
  const checked = readChange(kind, change)
  const at = store.timestamp()
  return connection.transaction("write", () => {
    const before = requireRow(store, id)
    refuseOthersRow(store, id)
    const head = checkedHead(store, id)
    const { row, transition } = applyChange(kind, before, checked, at)
    updateRow(connection, row)
    insertMemories(store, checked.memories, at)
    appendNote(store, id, head, { at, kind: "change", transition, note: checked.note })
    if (transition !== null) connection.run("DELETE FROM waits WHERE row_id = ?", id)
    renewClaim(store, id)
    return asJob(kind, row)
  })
}
