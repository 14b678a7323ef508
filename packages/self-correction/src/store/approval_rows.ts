import { z } from "zod"
import type { Connection, Value } from "./connection.ts"
import { type Approval, approval_answers } from "./store.ts"
import { corruptRow } from "./store_error.ts"

const approval_schema = z.object({
  id: z.string(),
  feedback_id: z.string(),
  round: z.number().int(),
  body: z.string(),
  posted_at: z.string(),
  answer: z.enum(approval_answers).nullable(),
  reply: z.string().nullable(),
  answered_by: z.string().nullable(),
  answered_at: z.string().nullable(),
})

const approval_columns = approval_schema.keyof().options
const columns = approval_columns.join(", ")

/** Oldest round first. */
export function selectApprovals({ all }: Connection, id: string): readonly Approval[] {
  const found = all(`SELECT ${columns} FROM approvals WHERE feedback_id = ? ORDER BY round`, id)
  const read = z.array(approval_schema).safeParse(found)
  if (read.success) return read.data
  throw corruptRow(id, "an approval cannot be read")
}

export function insertApproval({ run }: Connection, approval: Approval): void {
  const places = approval_columns.map(() => "?").join(", ")
  run(`INSERT INTO approvals (${columns}) VALUES (${places})`, ...approvalValues(approval))
}

export function updateApproval({ run }: Connection, approval: Approval): void {
  run(
    "UPDATE approvals SET answer = ?, reply = ?, answered_by = ?, answered_at = ? WHERE id = ?",
    approval.answer,
    approval.reply,
    approval.answered_by,
    approval.answered_at,
    approval.id,
  )
}

export function approvalValues(approval: Approval): readonly Value[] {
  return approval_columns.map((column) => approval[column])
}
