import type { Feedback, NewFeedback } from "../feedback/feedback.ts"
import { asFeedback, findRow, insertRow } from "./feedback_rows.ts"
import { appendNote, noNotes } from "./history.ts"
import type { OpenStore } from "./open_store_state.ts"
import { readNewFeedback } from "./read_new_feedback.ts"
import { StoreError } from "./store_error.ts"

export async function addFeedback(store: OpenStore, feedback: NewFeedback): Promise<Feedback> {
  const { connection } = store
  const row = readNewFeedback(feedback, store.timestamp())
  const { id, received_at: at } = row
  return connection.transaction("write", () => {
    if (findRow(connection, id) !== null) {
      throw new StoreError("exists", `there is a feedback ${id} already`, { feedback_id: id })
    }
    insertRow(connection, row)
    const note = JSON.stringify({ from_handle: row.from_handle, severity: row.severity })
    appendNote(connection, id, noNotes, { at, kind: "received", transition: null, note })
    return asFeedback(row)
  })
}
