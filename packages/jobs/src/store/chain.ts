import type { ChainHead } from "@proofloop/foundation/files"
import { followers, type JobTable } from "../table/table.ts"
import { selectApprovals } from "./approval_rows.ts"
import {
  changedContent,
  changedNote,
  contentOf,
  NO_NOTES,
  noteChain,
  type NoteRow,
  selectNotes,
} from "./notes.ts"
import type { StoreTransaction } from "./open_store_state.ts"
import type { StoredRow } from "./rows.ts"
import type { Approval } from "./store.ts"
import { corruptRow } from "./store_error.ts"

export interface History {
  readonly row: StoredRow
  readonly approvals: readonly Approval[]
  readonly notes: readonly NoteRow[]
}

export interface KindOfStates {
  /** What one row is called: "feedback". */
  readonly name: string
  readonly table: JobTable<never>
}

/** The notes of a row, checked as `checkHistory` does. */
export async function checkedNotes(
  { sql, kind }: StoreTransaction,
  row: StoredRow,
): Promise<readonly NoteRow[]> {
  const history = { row, approvals: await selectApprovals(sql, row), notes: await selectNotes(sql, row) }
  checkHistory(history, [kind])
  return history.notes
}

/**
 * The last note of a row, whose history is checked. There is no gap, and every link is intact. Each transition is in the
 * table and starts where the last ended, and the row is as the last note left it. States are not checked for rows of
 * another kind than these. Throws StoreError `corrupt`.
 */
export function checkHistory({ row, approvals, notes }: History, kinds: readonly KindOfStates[]): NoteRow {
  const { id, kind } = row
  const last = notes.at(-1)
  if (last === undefined) throw corruptRow(kind, id, "its notes are missing")
  checkLinks(row, notes)
  const known = kinds.find(({ name }) => name === kind)
  if (known !== undefined) checkStates(known.table, row, notes)
  if (contentOf(row, approvals) !== last.content_sha256) throw changedContent(kind, id, last.seq)
  return last
}

export function transitionText(from: string, to: string): string {
  return `${from} → ${to}`
}

function checkLinks({ id, kind }: StoredRow, notes: readonly NoteRow[]): void {
  const link = noteChain(id)
  let head: ChainHead = NO_NOTES
  for (const note of notes) {
    const { seq, sha256 } = link(head, note)
    if (note.seq !== seq) throw corruptRow(kind, id, `note ${seq} is missing`)
    if (note.sha256 !== sha256) throw changedNote(kind, id, seq)
    head = note
  }
}

function checkStates(
  table: JobTable<never>,
  { id, kind, state: now }: StoredRow,
  notes: readonly NoteRow[],
): void {
  const next = followers(table)
  let [state = ""] = table.states
  for (const { seq, transition } of notes) {
    if (transition === null) continue
    const to = next[state]?.find((known) => transition === transitionText(state, known))
    if (to === undefined) {
      throw corruptRow(kind, id, `note ${seq} has a transition that cannot follow ${state}: ${transition}`)
    }
    state = to
  }
  if (now !== state) throw corruptRow(kind, id, `it is ${now}, and its last transition led to ${state}`)
}
