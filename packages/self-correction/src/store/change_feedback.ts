import type { Feedback } from "../feedback/feedback.ts"
import { applyChange } from "./apply_change.ts"
import { refuseOthersRow, renewClaim } from "./claims.ts"
import { asFeedback, updateRow, requireRow } from "./feedback_rows.ts"
import { appendNote, checkedHead } from "./history.ts"
import { insertMemories } from "./memory_rows.ts"
import type { OpenStore } from "./open_store_state.ts"
import { readChange } from "./read_change.ts"
import type { Change } from "./store.ts"

export async function changeFeedback(store: OpenStore, id: string, change: Change): Promise<Feedback> {
  const { connection } = store
  const checked = readChange(change)
  const at = store.timestamp()
  return connection.transaction("write", () => {
    const before = requireRow(connection, id)
    refuseOthersRow(store, id)
    const head = checkedHead(connection, id)
    const { row, transition } = applyChange(before, checked, at)
    updateRow(connection, row)
    insertMemories(connection, checked.memories, at)
    appendNote(connection, id, head, { at, kind: "change", transition, note: checked.note })
    renewClaim(store, id)
    return asFeedback(row)
  })
}
