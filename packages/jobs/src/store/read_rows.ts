import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { checkedNotes } from "./chain.ts"
import { placeOf } from "./claims.ts"
import { checkedHead } from "./notes.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { objectOption } from "./options.ts"
import { asJob, requireRow, selectRows } from "./rows.ts"
import type { JobNote, JobRow } from "./store.ts"

const MAX_LIST = 1000

export async function getRow(store: OpenStore, id: string): Promise<JobRow> {
  return inTransaction(store, "read", async (within) => {
    const job = asJob(store.kind, await requireRow(within, id))
    await checkedHead(within, id)
    return job
  })
}

export async function listRows(store: OpenStore, query: object = {}): Promise<readonly JobRow[]> {
  const { kind } = store
  const given = objectOption("query", query, ["state", "limit", "after", ...Object.keys(kind.filters)])
  const { state, limit = 100, after } = given
  const asked = Object.entries(kind.filters).filter(([key]) => given[key] !== undefined)
  const conditions = [
    ["kind = ?", kind.name] as const,
    ...(state === undefined ? [] : [["state = ?", nameOption("state", state, kind.table.states)] as const]),
    ...asked.map(([key, names]) => [`request ->> '${key}' = ?`, nameOption(key, given[key], names)] as const),
  ]
  const most = numberOption("limit", limit, 1, MAX_LIST)
  return inTransaction(store, "read", async (within) => {
    const place = after === undefined ? null : await placeOf(within, after)
    const beyond = place === null ? "" : " AND (received_at, number) > (?, ?)"
    const rows = await selectRows(
      within.sql,
      `WHERE ${conditions.map(([condition]) => condition).join(" AND ")}${beyond} ORDER BY received_at, number LIMIT ?`,
      ...conditions.map(([, value]) => value),
      ...(place === null ? [] : [place.received_at, place.number]),
      most,
    )
    return rows.map((row) => asJob(kind, row))
  })
}

export async function readNotes(store: OpenStore, id: string): Promise<readonly JobNote[]> {
  const notes = await inTransaction(store, "read", async (within) =>
    checkedNotes(within, await requireRow(within, id)),
  )
  return notes.map(({ seq, at, transition, note, sha256 }) => ({
    seq,
    at,
    transition,
    note: JSON.parse(note) as JobNote["note"],
    sha256,
  }))
}
