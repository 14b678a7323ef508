import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { checkedNotes } from "./chain.ts"
import { type Condition, placeOf } from "./claims.ts"
import { checkedHead } from "./notes.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { objectOption } from "./options.ts"
import { asJob, requireRow, selectRows } from "./rows.ts"
import { INDEXED_CHARACTERS, requestStart } from "./schema.ts"
import type { JobKind, JobNote, JobRow } from "./store.ts"

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
  const given = objectOption("query", query, ["state", "limit", "after", "newest_first", ...kind.filters])
  const { state, limit = 100, after, newest_first = false } = given
  const conditions: readonly Condition[] = [
    ["kind = ?", kind.name],
    ...(state === undefined ? [] : [["state = ?", nameOption("state", state, kind.table.states)] as const]),
    ...requestedBy(kind, given),
  ]
  const most = numberOption("limit", limit, 1, MAX_LIST)
  return inTransaction(store, "read", async (within) => {
    const place = after === undefined ? null : await placeOf(within, after)
    const [beyond, direction] = newest_first === true ? ["<", "DESC"] : [">", "ASC"]
    const further: readonly Condition[] =
      place === null ? [] : [[`(received_at, number) ${beyond} (?, ?)`, place.received_at, place.number]]
    const wanted = [...conditions, ...further]
    const rows = await selectRows(
      within.sql,
      `WHERE ${wanted.map(([text]) => text).join(" AND ")}
       ORDER BY received_at ${direction}, number ${direction} LIMIT ?`,
      ...wanted.flatMap(([, ...values]) => values),
      most,
    )
    return rows.map((row) => asJob(kind, row))
  })
}

export function requestedBy(kind: JobKind, query: Readonly<Record<string, unknown>>): readonly Condition[] {
  return kind.filters.flatMap((key) => requested(kind, key, query[key]))
}

/** Rows that were asked for with this value, by the start that an index may hold. */
function requested(kind: JobKind, key: string, given: unknown): readonly Condition[] {
  if (given === undefined) return []
  const value = kind.request[key]?.(key, given) ?? null
  return [
    [`${requestStart(key)} = substr(?, 1, ${INDEXED_CHARACTERS})`, value],
    [`request ->> '${key}' = ?`, value],
  ]
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
