import * as z from "zod"
import type { StoreTransaction } from "./open_store_state.ts"
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
  { sql, kind }: StoreTransaction,
  id: string,
): Promise<readonly Approval[]> {
  const found = await sql.all(`SELECT ${columns} FROM approvals WHERE row_id = ? ORDER BY round`, id)
  const read = z.array(approvalSchema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(kind.name, id, "an approval cannot be read")
}

export async function insertApproval({ run }: Transaction, approval: Approval): Promise<void> {
  const places = approvalColumns.map(() => "?").join(", ")
  await run(`INSERT INTO approvals (${columns}) VALUES (${places})`, ...approvalValues(approval))
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
