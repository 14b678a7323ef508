import type { ChainHead } from "@proofloop/foundation/files"
import { followers } from "../table/table.ts"
import { changedNote, checkContent, NO_NOTES, noteChain, type NoteRow, selectNotes } from "./notes.ts"
import type { StoreTransaction } from "./open_store_state.ts"
import type { StoredRow } from "./rows.ts"
import type { JobKind } from "./store.ts"
import { corruptRow } from "./store_error.ts"

/**
 * The notes of a row, checked. There is no gap, and every link is intact. Each transition is in the table and starts
 * where the last ended, and the row is as the last note left it. States are not checked for rows of another kind,
 * whose table is unknown here. Throws StoreError `corrupt`.
 */
export async function checkedNotes(within: StoreTransaction, row: StoredRow): Promise<readonly NoteRow[]> {
  const kind = { ...within.kind, name: row.kind }
  const notes = await selectNotes(within, row.id)
  const last = notes.at(-1)
  if (last === undefined) throw corruptRow(kind.name, row.id, "its notes are missing")
  checkLinks(kind, row.id, notes)
  if (row.kind === within.kind.name) checkStates(kind, row, notes)
  await checkContent(within, row.id, last)
  return notes
}

export function transitionText(from: string, to: string): string {
  return `${from} → ${to}`
}

function checkLinks(kind: JobKind, id: string, notes: readonly NoteRow[]): void {
  const link = noteChain(id)
  let head: ChainHead = NO_NOTES
  for (const note of notes) {
    const { seq, sha256 } = link(head, note)
    if (note.seq !== seq) throw corruptRow(kind.name, id, `note ${seq} is missing`)
    if (note.sha256 !== sha256) throw changedNote(kind, id, seq)
    head = note
  }
}

function checkStates(kind: JobKind, row: StoredRow, notes: readonly NoteRow[]): void {
  const next = followers(kind.table)
  let [state = ""] = kind.table.states
  for (const { seq, transition } of notes) {
    if (transition === null) continue
    const to = next[state]?.find((known) => transition === transitionText(state, known))
    if (to === undefined) {
      const what = `note ${seq} has a transition that cannot follow ${state}: ${transition}`
      throw corruptRow(kind.name, row.id, what)
    }
    state = to
  }
  if (row.state === state) return
  throw corruptRow(kind.name, row.id, `it is ${row.state}, and its last transition led to ${state}`)
}
