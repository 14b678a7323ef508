import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { type Feedback, FEEDBACK_STATES, SEVERITIES } from "../feedback/feedback.ts"
import { checkedNotes } from "./chain.ts"
import { asFeedback, selectRows, requireRow } from "./feedback_rows.ts"
import { checkedHead } from "./history.ts"
import type { OpenStore } from "./open_store_state.ts"
import { objectOption } from "./options.ts"
import type { FeedbackNote, FeedbackQuery } from "./store.ts"

const MAX_LIST = 1000

export async function getFeedback({ connection }: OpenStore, id: string): Promise<Feedback> {
  return connection.transaction("read", () => {
    const feedback = asFeedback(requireRow(connection, id))
    checkedHead(connection, id)
    return feedback
  })
}

export async function listFeedback(
  { connection }: OpenStore,
  query: FeedbackQuery = {},
): Promise<readonly Feedback[]> {
  objectOption("query", query, ["state", "severity", "limit"])
  const { state, severity, limit = 100 } = query
  const conditions = [
    ...(state === undefined ? [] : [["state = ?", nameOption("state", state, FEEDBACK_STATES)] as const]),
    ...(severity === undefined
      ? []
      : [["severity = ?", nameOption("severity", severity, SEVERITIES)] as const]),
  ]
  const where = ["1", ...conditions.map(([condition]) => condition)].join(" AND ")
  const most = numberOption("limit", limit, 1, MAX_LIST)
  return connection.transaction("read", () =>
    selectRows(
      connection,
      `WHERE ${where} ORDER BY received_at, number LIMIT ?`,
      ...conditions.map(([, value]) => value),
      most,
    ).map(asFeedback),
  )
}

export async function readNotes({ connection }: OpenStore, id: string): Promise<readonly FeedbackNote[]> {
  const notes = await connection.transaction("read", () =>
    checkedNotes(connection, requireRow(connection, id)),
  )
  return notes.map(({ seq, at, transition, note, sha256 }) => ({
    seq,
    at,
    transition,
    note: JSON.parse(note) as FeedbackNote["note"],
    sha256,
  }))
}
