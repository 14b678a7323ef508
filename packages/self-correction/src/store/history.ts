import { type ChainHead, hashChain, sha256 } from "@proofloop/foundation/files"
import { z } from "zod"
import { approvalValues, selectApprovals } from "./approval_rows.ts"
import type { Connection } from "./connection.ts"
import { type FeedbackRow, findRow, rowValues } from "./feedback_rows.ts"
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

/** Adds to the history of a row what the row and its approvals now hold. */
export function appendNote(
  connection: Connection,
  id: string,
  head: ChainHead,
  entry: Pick<NoteRow, "at" | "kind" | "transition" | "note">,
): void {
  const note = { ...entry, content_sha256: contentSha256(connection, id) }
  const link = noteChain(id)(head, note)
  connection.run(
    `INSERT INTO notes (feedback_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
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
export function checkedHead(connection: Connection, id: string): ChainHead {
  const [last, before] = readNotes(
    id,
    connection.all(`SELECT ${columns} FROM notes WHERE feedback_id = ? ORDER BY seq DESC LIMIT 2`, id),
  )
  if (last === undefined) throw corruptRow(id, "its notes are missing")
  const { amount } = z
    .object({ amount: z.number() })
    .parse(connection.get("SELECT count(*) AS amount FROM notes WHERE feedback_id = ?", id))
  if (amount !== last.seq) throw corruptRow(id, `it has ${amount} of ${last.seq} notes`)
  if (last.sha256 !== noteChain(id)(before ?? NO_NOTES, last).sha256) throw changedNote(id, last.seq)
  checkContent(connection, id, last)
  return last
}

export function selectNotes({ all }: Connection, id: string): readonly NoteRow[] {
  return readNotes(id, all(`SELECT ${columns} FROM notes WHERE feedback_id = ? ORDER BY seq`, id))
}

export function checkContent(connection: Connection, id: string, last: NoteRow): void {
  if (contentSha256(connection, id) === last.content_sha256) return
  throw corruptRow(
    id,
    `note ${last.seq} is the last one, and the row or an approval was changed without a note`,
  )
}

export function changedNote(id: string, seq: number): Error {
  return corruptRow(id, `note ${seq} is not as it was written, or one before it is not`)
}

/** Over the texts as they are stored, with the row's id and the place in its history. */
export function noteChain(id: string) {
  return hashChain<Omit<NoteRow, "seq" | "sha256">>((body, { seq, previous_sha256 }) => {
    const { at, kind, transition, note, content_sha256 } = body
    return JSON.stringify([previous_sha256, id, seq, at, kind, transition, note, content_sha256])
  })
}

function contentSha256(connection: Connection, id: string): string {
  const row: FeedbackRow | null = findRow(connection, id)
  if (row === null) throw corruptRow(id, "the row is missing")
  const approvals = selectApprovals(connection, id).map(approvalValues)
  return sha256(JSON.stringify([rowValues(row), approvals]))
}

function readNotes(id: string, found: readonly unknown[]): NoteRow[] {
  const read = z.array(noteSchema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(id, "a note cannot be read")
}
