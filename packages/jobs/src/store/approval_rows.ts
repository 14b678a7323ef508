import * as z from "zod"
import { insertMany } from "./insert_many.ts"
import { selectOfRows } from "./of_rows.ts"
import type { StoredRow } from "./rows.ts"
import { type Approval, APPROVAL_ANSWERS } from "./store.ts"
import { corruptRow } from "./store_error.ts"
import type { Transaction, Value } from "./transaction.ts"

const approvalSchema = z.object({
  id: z.string(),
  row_id: z.string(),
  round: z.number().int(),
  body: z.string(),
  posted_at: z.string(),
  answer: z.enum(APPROVAL_ANSWERS).nullable(),
  reply: z.string().nullable(),
  answered_by: z.string().nullable(),
  answered_at: z.string().nullable(),
})

const approvalColumns = approvalSchema.keyof().options
const columns = approvalColumns.join(", ")

/** Oldest round first. */
export async function selectApprovals(
  { all }: Transaction,
  { id, kind }: Pick<StoredRow, "id" | "kind">,
): Promise<readonly Approval[]> {
  return readApprovals(
    kind,
    id,
    await all(`SELECT ${columns} FROM approvals WHERE row_id = ? ORDER BY round`, id),
  )
}

export async function approvalsOfRows(
  sql: Transaction,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<string, readonly Approval[]>> {
  const found = await selectOfRows(sql, { columns, table: "approvals", order: "round" }, rows)
  return new Map(rows.map(({ id, kind }) => [id, readApprovals(kind, id, found.get(id) ?? [])]))
}

function readApprovals(kind: string, id: string, found: readonly unknown[]): readonly Approval[] {
  const read = z.array(approvalSchema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(kind, id, "an approval cannot be read")
}

export async function insertApprovals(sql: Transaction, approvals: readonly Approval[]): Promise<void> {
  await insertMany(sql, `approvals (${columns})`, approvals.map(approvalValues))
}

export async function updateApproval({ run }: Transaction, approval: Approval): Promise<void> {
  await run(
    "UPDATE approvals SET answer = ?, reply = ?, answered_by = ?, answered_at = ? WHERE id = ?",
    approval.answer,
    approval.reply,
    approval.answered_by,
    approval.answered_at,
    approval.id,
  )
}

export function approvalValues(approval: Approval): readonly Value[] {
  return approvalColumns.map((column) => approval[column])
}
