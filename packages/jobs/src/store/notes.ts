import { type ChainHead, hashChain, sha256 } from "@proofloop/foundation/files"
import { z } from "zod"
import { approvalValues, selectApprovals } from "./approval_rows.ts"
import type { OpenStore } from "./open_store_state.ts"
import { findRow, rowValues } from "./rows.ts"
import type { JobKind } from "./store.ts"
import { corruptRow } from "./store_error.ts"

/** Before the first note of a row. */
export const NO_NOTES: ChainHead = { seq: 0, sha256: "" }

const noteSchema = z.object({
  seq: z.number(),
  at: z.string(),
  kind: z.enum(["received", "change", "approval"]),
  transition: z.string().nullable(),
  note: z.string(),
  content_sha256: z.string(),
  sha256: z.string(),
})

/** A note as the database holds it. */
export type NoteRow = Readonly<z.infer<typeof noteSchema>>

const columns = noteSchema.keyof().options.join(", ")

/** Adds the present row and its approvals to the row's history. */
export function appendNote(
  store: OpenStore,
  id: string,
  head: ChainHead,
  entry: Pick<NoteRow, "at" | "kind" | "transition" | "note">,
): void {
  const note = { ...entry, content_sha256: contentSha256(store, id) }
  const link = noteChain(id)(head, note)
  store.connection.run(
    `INSERT INTO notes (row_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    link.seq,
    note.at,
    note.kind,
    note.transition,
    note.note,
    note.content_sha256,
    link.sha256,
  )
}

/**
 * Checks the last link of a row's chain, that no note is missing, and that the row is as that note left it. Throws
 * StoreError `corrupt`.
 */
export function checkedHead(store: OpenStore, id: string): ChainHead {
  const { connection, kind } = store
  const [last, before] = readNotes(
    kind,
    id,
    connection.all(`SELECT ${columns} FROM notes WHERE row_id = ? ORDER BY seq DESC LIMIT 2`, id),
  )
  if (last === undefined) throw corruptRow(kind.name, id, "its notes are missing")
  const { amount } = z
    .object({ amount: z.number() })
    .parse(connection.get("SELECT count(*) AS amount FROM notes WHERE row_id = ?", id))
  if (amount !== last.seq) throw corruptRow(kind.name, id, `it has ${amount} of ${last.seq} notes`)
  if (last.sha256 !== noteChain(id)(before ?? NO_NOTES, last).sha256) throw changedNote(kind, id, last.seq)
  checkContent(store, id, last)
  return last
}

export function selectNotes({ connection, kind }: OpenStore, id: string): readonly NoteRow[] {
  return readNotes(kind, id, connection.all(`SELECT ${columns} FROM notes WHERE row_id = ? ORDER BY seq`, id))
}

export function checkContent(store: OpenStore, id: string, last: NoteRow): void {
  if (contentSha256(store, id) === last.content_sha256) return
  throw corruptRow(
    store.kind.name,
    id,
    `note ${last.seq} is the last one, and the row or an approval was changed without a note`,
  )
}

export function changedNote({ name }: JobKind, id: string, seq: number): Error {
  return corruptRow(name, id, `note ${seq} is not as it was written, or one before it is not`)
}

/** Over the texts as they are stored, with the row's id and the place in its history. */
export function noteChain(id: string) {
  return hashChain<Omit<NoteRow, "seq" | "sha256">>((body, { seq, previous_sha256 }) => {
    const { at, kind, transition, note, content_sha256 } = body
    return JSON.stringify([previous_sha256, id, seq, at, kind, transition, note, content_sha256])
  })
}

function contentSha256(store: OpenStore, id: string): string {
  const row = findRow(store.connection, id)
  if (row === null) throw corruptRow(store.kind.name, id, "the row is missing")
  const approvals = selectApprovals(store, id).map(approvalValues)
  return sha256(JSON.stringify([rowValues(row), approvals]))
}

function readNotes({ name }: JobKind, id: string, found: readonly unknown[]): NoteRow[] {
  const read = z.array(noteSchema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(name, id, "a note cannot be read")
}
