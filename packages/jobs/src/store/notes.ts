import { type ChainHead, hashChain, sha256 } from "@proofloop/foundation/files"
import * as z from "zod"
import { approvalValues, selectApprovals } from "./approval_rows.ts"
import { selectOfRows } from "./of_rows.ts"
import type { StoreTransaction } from "./open_store_state.ts"
import { findRow, rowValues, type StoredRow } from "./rows.ts"
import type { Approval } from "./store.ts"
import { corruptRow } from "./store_error.ts"
import type { Transaction } from "./transaction.ts"

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

export type NoteRow = Readonly<z.infer<typeof noteSchema>>

export const NOTE_COLUMNS = noteSchema.keyof().options
const columns = noteSchema.keyof().options.join(", ")

export async function appendNote(
  within: StoreTransaction,
  id: string,
  head: ChainHead,
  entry: Pick<NoteRow, "at" | "kind" | "transition" | "note">,
): Promise<void> {
  const note = { ...entry, content_sha256: await contentSha256(within, id) }
  const link = noteChain(id)(head, note)
  await within.sql.run(
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

/** Checks a row's last link, that no note is missing, and that the row is as that note left it. Throws StoreError `corrupt`. */
export async function checkedHead(within: StoreTransaction, id: string): Promise<ChainHead> {
  const { sql, kind } = within
  const [last, before] = readNotes(
    kind.name,
    id,
    await sql.all(`SELECT ${columns} FROM notes WHERE row_id = ? ORDER BY seq DESC LIMIT 2`, id),
  )
  if (last === undefined) throw corruptRow(kind.name, id, "its notes are missing")
  const { amount } = z
    .object({ amount: z.number() })
    .parse(await sql.get("SELECT count(*) AS amount FROM notes WHERE row_id = ?", id))
  if (amount !== last.seq) throw corruptRow(kind.name, id, `it has ${amount} of ${last.seq} notes`)
  if (last.sha256 !== noteChain(id)(before ?? NO_NOTES, last).sha256)
    throw changedNote(kind.name, id, last.seq)
  if ((await contentSha256(within, id)) !== last.content_sha256) throw changedContent(kind.name, id, last.seq)
  return last
}

export async function selectNotes(
  { all }: Transaction,
  { id, kind }: Pick<StoredRow, "id" | "kind">,
): Promise<readonly NoteRow[]> {
  return readNotes(kind, id, await all(`SELECT ${columns} FROM notes WHERE row_id = ? ORDER BY seq`, id))
}

export async function notesOfRows(
  sql: Transaction,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<string, readonly NoteRow[]>> {
  const found = await selectOfRows(sql, { columns: `row_id, ${columns}`, table: "notes", order: "seq" }, rows)
  return new Map(rows.map(({ id, kind }) => [id, readNotes(kind, id, found.get(id) ?? [])]))
}

export function changedContent(kind: string, id: string, seq: number): Error {
  return corruptRow(
    kind,
    id,
    `note ${seq} is the last one, and the row or an approval was changed without a note`,
  )
}

export function changedNote(kind: string, id: string, seq: number): Error {
  return corruptRow(kind, id, `note ${seq} is not as it was written, or one before it is not`)
}

/** Over the texts as they are stored, with the row's id and the place in its history. */
export function noteChain(id: string) {
  return hashChain<Omit<NoteRow, "seq" | "sha256">>((body, { seq, previous_sha256 }) => {
    const { at, kind, transition, note, content_sha256 } = body
    return JSON.stringify([previous_sha256, id, seq, at, kind, transition, note, content_sha256])
  })
}

async function contentSha256(within: StoreTransaction, id: string): Promise<string> {
  const row = await findRow(within.sql, id)
  if (row === null) throw corruptRow(within.kind.name, id, "the row is missing")
  return contentOf(row, await selectApprovals(within.sql, row))
}

/** What `content_sha256` of the last note of a row is. */
export function contentOf(row: StoredRow, approvals: readonly Approval[]): string {
  return sha256(JSON.stringify([rowValues(row), approvals.map(approvalValues)]))
}

function readNotes(kind: string, id: string, found: readonly unknown[]): NoteRow[] {
  const read = z.array(noteSchema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(kind, id, "a note cannot be read")
}
