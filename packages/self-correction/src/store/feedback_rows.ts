import { nearestName } from "@proofloop/foundation/errors"
import { z } from "zod"
import {
  type Feedback,
  FEEDBACK_STATES,
  FIX_CLASSES,
  type FixWork,
  SEVERITIES,
} from "../feedback/feedback.ts"
import type { Connection, Value } from "./connection.ts"
import { isPlainObject, idOption } from "./options.ts"
import { corruptRow, StoreError } from "./store_error.ts"

export type FeedbackRow = Omit<Feedback, "work"> & { readonly work: string }

const rowSchema = z.object({
  id: z.string(),
  received_at: z.string(),
  from_handle: z.string(),
  channel: z.string(),
  severity: z.enum(SEVERITIES),
  body: z.string(),
  context_url: z.string().nullable(),
  success_criterion: z.string().nullable(),
  state: z.enum(FEEDBACK_STATES),
  fix_class: z.enum(FIX_CLASSES).nullable(),
  root_cause: z.string().nullable(),
  fix_pr_url: z.string().nullable(),
  regression_test_path: z.string().nullable(),
  attempts: z.number().int(),
  refinement_round: z.number().int(),
  failed_in: z.enum(FEEDBACK_STATES).nullable(),
  error: z.string().nullable(),
  work: z.string(),
  updated_at: z.string(),
})

const feedbackColumns = rowSchema.keyof().options
const columns = feedbackColumns.join(", ")

export function findRow({ get }: Connection, id: string): FeedbackRow | null {
  const found = get(`SELECT ${columns} FROM feedback WHERE id = ?`, id)
  return found === undefined ? null : readRow(found)
}

export function selectRows({ all }: Connection, rest: string, ...values: readonly Value[]): FeedbackRow[] {
  return all(`SELECT ${columns} FROM feedback ${rest}`, ...values).map(readRow)
}

export function insertRow({ run }: Connection, row: FeedbackRow): void {
  const places = feedbackColumns.map(() => "?").join(", ")
  run(`INSERT INTO feedback (${columns}) VALUES (${places})`, ...rowValues(row))
}

export function updateRow({ run }: Connection, row: FeedbackRow): void {
  const places = feedbackColumns.map((column) => `${column} = ?`).join(", ")
  run(`UPDATE feedback SET ${places} WHERE id = ?`, ...rowValues(row), row.id)
}

/** In the order of `feedback_columns`. */
export function rowValues(row: FeedbackRow): readonly Value[] {
  return feedbackColumns.map((column) => row[column])
}

/** Throws StoreError `corrupt` when the work is no JSON object. */
export function asFeedback(row: FeedbackRow): Feedback {
  return { ...row, work: readWork(row) }
}

function readRow(found: unknown): FeedbackRow {
  const read = rowSchema.safeParse(found)
  if (read.success) return read.data
  const id = z.object({ id: z.string() }).safeParse(found).data?.id
  const issue = read.error.issues[0]
  const what = `${issue?.path.join(".") ?? "row"}: ${issue?.message ?? "cannot be read"}`
  throw id === undefined ? new StoreError("corrupt", what) : corruptRow(id, what)
}

/** The shape of what is in it was checked when it was written; that it is the same text the notes prove. */
function readWork({ id, work }: FeedbackRow): FixWork {
  let value: unknown
  try {
    value = JSON.parse(work)
  } catch {
    throw corruptRow(id, "work is no JSON, nothing can be added to it")
  }
  if (isPlainObject(value)) return value
  const type = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`
  throw corruptRow(id, `work is ${type}, not an object`)
}

/** Near misses are looked for among so many of the newest. */
const MAX_NAMES = 1000

/** Throws StoreError `not_found`, with the nearest id there is. */
export function requireRow(connection: Connection, id: string): FeedbackRow {
  const row = findRow(connection, idOption("id", id))
  if (row !== null) return row
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(connection.all("SELECT id FROM feedback ORDER BY number DESC LIMIT ?", MAX_NAMES))
  const nearest = nearestName(
    id,
    ids.map((known) => known.id),
  )
  const hint = nearest === null ? "" : `. Did you mean "${nearest}"?`
  throw new StoreError("not_found", `there is no feedback ${id}${hint}`, { feedback_id: id })
}
