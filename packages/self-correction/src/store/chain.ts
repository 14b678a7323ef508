import type { ChainHead } from "@proofloop/foundation/files"
import { FEEDBACK_STATES, type FeedbackState, TRANSITIONS } from "../feedback/feedback.ts"
import type { Connection } from "./connection.ts"
import type { FeedbackRow } from "./feedback_rows.ts"
import { changedNote, checkContent, NO_NOTES, noteChain, type NoteRow, selectNotes } from "./history.ts"
import { corruptRow } from "./store_error.ts"

/**
 * The notes of a row, when all of it holds: no gap, each link of the chain, each transition one of the table that begins
 * where the one before it ended, the row's state where the last one ended, and the row as the last note left it. Throws
 * StoreError `corrupt`.
 */
export function checkedNotes(connection: Connection, row: FeedbackRow): readonly NoteRow[] {
  const notes = selectNotes(connection, row.id)
  const last = notes.at(-1)
  if (last === undefined) throw corruptRow(row.id, "its notes are missing")
  const link = noteChain(row.id)
  let head: ChainHead = NO_NOTES
  let state: FeedbackState = "pending"
  for (const note of notes) {
    const { seq, sha256 } = link(head, note)
    if (note.seq !== seq) throw corruptRow(row.id, `note ${seq} is missing`)
    if (note.sha256 !== sha256) throw changedNote(row.id, seq)
    head = note
    if (note.transition !== null) state = follow(row.id, note.seq, state, note.transition)
  }
  if (row.state !== state) {
    throw corruptRow(row.id, `it is ${row.state}, and its last transition led to ${state}`)
  }
  checkContent(connection, row.id, last)
  return notes
}

export function transitionText(from: FeedbackState, to: FeedbackState): string {
  return `${from} → ${to}`
}

function follow(id: string, seq: number, from: FeedbackState, transition: string): FeedbackState {
  const to = FEEDBACK_STATES.find((state) => transition === transitionText(from, state))
  if (to !== undefined && TRANSITIONS[from].includes(to)) return to
  throw corruptRow(id, `note ${seq} has a transition that cannot follow ${from}: ${transition}`)
}
