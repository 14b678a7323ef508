import { randomBytes } from "node:crypto"
import { appendNote, NO_NOTES } from "./notes.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { idOption, objectOption } from "./options.ts"
import { asJob, findRow, insertRows, type StoredRow } from "./rows.ts"
import type { JobKind, JobRow } from "./store.ts"
import { StoreError } from "./store_error.ts"
import { sortedJson } from "./stored_json.ts"

export async function addRow(store: OpenStore, given: unknown): Promise<JobRow> {
  const { kind } = store
  const row = readNew(kind, given, store.timestamp())
  const { id, received_at: at } = row
  return inTransaction(store, "write", async (within) => {
    if ((await findRow(within.sql, id)) !== null) {
      throw new StoreError("exists", `there is a ${kind.name} ${id} already`, { row_id: id })
    }
    await insertRows(within.sql, [row])
    const job = asJob(kind, row)
    const told = new Map(Object.entries(job))
    const note = JSON.stringify(Object.fromEntries(kind.told_first.map((key) => [key, told.get(key)])))
    await appendNote(within, id, NO_NOTES, { at, kind: "received", transition: null, note })
    return job
  })
}

/** A new row in the first state of its table. Throws InvalidOptionError naming the problem. */
function readNew(kind: JobKind, value: unknown, received_at: string): StoredRow {
  const given = objectOption(kind.name, value, ["id", ...Object.keys(kind.request)])
  const request = Object.entries(kind.request).map(([key, read]) => [key, read(key, given[key])] as const)
  const fields = Object.entries(kind.fields).map(([key, { initial }]) => [key, initial] as const)
  const [first = ""] = kind.table.states
  return {
    id: given["id"] === undefined ? newId(kind) : idOption("id", given["id"]),
    kind: kind.name,
    received_at,
    forge: null,
    repository: null,
    base: null,
    request: sortedJson(request),
    state: first,
    fields: sortedJson(fields),
    attempts: 0,
    failed_in: null,
    error: null,
    work: "{}",
    revision: 0,
    updated_at: received_at,
  }
}

function newId({ id_prefix }: JobKind): string {
  return `${id_prefix}${randomBytes(6).toString("hex")}`
}
