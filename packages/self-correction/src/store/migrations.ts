import { approvals_table } from "./sql/approvals_table.ts"
import { claims_table } from "./sql/claims_table.ts"
import { feedback_table } from "./sql/feedback_table.ts"
import { memories_table } from "./sql/memories_table.ts"
import { notes_table } from "./sql/notes_table.ts"

export interface Migration {
  readonly name: string
  readonly sql: string
}

/**
 * Numbered from 1 in this order. The text of one that was released never changes, the names in its checks included: a
 * further state or severity is a further migration.
 */
export const migrations: readonly Migration[] = [
  { name: "feedback and notes", sql: feedback_table + notes_table },
  { name: "approvals", sql: approvals_table },
  { name: "memories", sql: memories_table },
  { name: "claims", sql: claims_table },
]
