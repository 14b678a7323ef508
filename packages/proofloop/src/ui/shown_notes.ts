import type { JobNote } from "@proofloop/jobs"
import type { RowView } from "../cockpit/sources/row_view.ts"
import { noteLine } from "./note_line.ts"

const MOST = 100

export function shownNotes(notes: readonly JobNote[]): Pick<RowView, "notes" | "notes_in_all"> {
  const shown = notes.slice(-MOST).toReversed()
  return {
    notes: shown.map(({ seq, at, transition, note, sha256 }) => ({
      seq,
      at,
      transition,
      text: noteLine(note),
      sha256,
    })),
    notes_in_all: notes.length,
  }
}
