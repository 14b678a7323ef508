import { randomBytes } from "node:crypto"
import { nameOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import { applyChange } from "./apply_change.ts"
import { answerApproval, readApprovals, requestApproval } from "./approvals.ts"
import { closeBreaker, lookAgain, openBreaker, passBreakers, readBreakers } from "./breakers.ts"
import { checkStore } from "./check_store.ts"
import {
  claimRow,
  holderOf,
  readHolders,
  releaseAll,
  releaseRow,
  renewRow,
  refuseOthersRow,
  renewClaim,
  type Condition,
} from "./claims.ts"
import { newHolder } from "./holder.ts"
import { recallMemories, rememberMemories } from "./memories.ts"
import { insertMemories } from "./memory_rows.ts"
import { appendNote, NO_NOTES, checkedHead } from "./notes.ts"
import { notesSince } from "./notes_since.ts"
import { openConnection } from "./open_connection.ts"
import { type OpenStore, inTransaction } from "./open_store_state.ts"
import { idOption, objectOption } from "./options.ts"
import { readChange } from "./read_change.ts"
import { getRow, listRows, readNotes, requestedBy } from "./read_rows.ts"
import { asJob, findRow, insertRows, type StoredRow, requireRow, updateRow } from "./rows.ts"
import type { JobKind, JobStore, JobTypes, JobRow } from "./store.ts"
import { StoreError } from "./store_error.ts"
import { sortedJson } from "./stored_json.ts"
import { readWaits, setWait } from "./waits.ts"

/**
 * Opens the rows of one kind in a database, and brings it to the newest schema. A path is a SQLite file, made on demand
 * (mode 0600, with its folder). `postgres://USER@HOST/DATABASE?schema=proofloop` is a schema on a server, made on demand;
 * it needs the package `pg`. `now`: milliseconds, default the system's. Rejects with StoreError `not_a_store`,
 * `older_version` or `newer_version`; the database is then unchanged.
 */
export async function openJobStore<Types extends JobTypes>(
  path: string,
  kind: JobKind<Types>,
  {
    now = Date.now,
  }: {
    /** The present, in milliseconds since 1970. Default: the system's clock. */
    readonly now?: (() => number) | undefined
  } = {},
): Promise<JobStore<Types>> {
  const connection = await openConnection(path, now)
  // Inside, a row is what every kind has; each kind checked its own part when it was written.
  const open = {
    kind: kind as unknown as JobKind,
    connection,
    holder: newHolder(),
    held: new Set<string>(),
    now,
    timestamp: () => new Date(now()).toISOString(),
  }
  return methodsOf(open)
}

function methodsOf(store: OpenStore): JobStore {
  const { connection } = store
  return {
    path: connection.path,
    add: (given) => addRow(store, given),
    get: (id) => getRow(store, id),
    list: (query) => listRows(store, query),
    counts: (query) => countRows(store, query),
    countValues: (filter) => countValues(store, filter),
    notes: (id) => readNotes(store, id),
    notesSince: (position, limit) => notesSince(store, position, limit),
    change: (id, change) => changeRow(store, id, change),
    claim: (states, options) => claimRow(store, states, options),
    renew: (id) => renewRow(store, id),
    holder: (id) => holderOf(store, id),
    holders: () => readHolders(store),
    release: (id) => releaseRow(store, id),
    requestApproval: (id, round, body) => requestApproval(store, id, round, body),
    approvals: (id) => readApprovals(store, id),
    answer: (id, answer) => answerApproval(store, id, answer),
    remember: (memories) => rememberMemories(store, memories),
    recall: (topic, text, limit) => recallMemories(store, topic, text, limit),
    wait: (id, wait) => setWait(store, id, wait),
    waits: () => readWaits(store),
    breakers: () => readBreakers(store),
    openBreaker: (found) => openBreaker(store, found),
    passBreakers: (needs, row_id) => passBreakers(store, needs, row_id),
    lookAgain: (breakers) => lookAgain(store, breakers),
    closeBreaker: (need, row_id) => closeBreaker(store, need, row_id),
    check: () => checkStore(store),
    async close() {
      try {
        await releaseAll(store)
      } finally {
        await connection.close()
      }
    },
  }
}

async function addRow(store: OpenStore, given: unknown): Promise<JobRow> {
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

async function changeRow(store: OpenStore, id: string, change: unknown): Promise<JobRow> {
  const { kind } = store
  const checked = readChange(kind, change)
  const at = store.timestamp()
  return inTransaction(store, "write", async (within) => {
    const before = await requireRow(within, id)
    await refuseOthersRow(within, id)
    const head = await checkedHead(within, id)
    const { row, transition } = applyChange(kind, before, checked, at)
    await updateRow(within.sql, row)
    await insertMemories(within, checked.memories, at)
    await appendNote(within, id, head, { at, kind: "change", transition, note: checked.note })
    if (transition !== null) await within.sql.run("DELETE FROM waits WHERE row_id = ?", id)
    await renewClaim(within, id)
    return asJob(kind, row)
  })
}

const countsSchema = z.array(z.object({ state: z.string(), amount: z.number() }))

/** Reads an index alone. */
async function countRows(store: OpenStore, query: object = {}): Promise<Readonly<Record<string, number>>> {
  const { kind } = store
  const conditions: readonly Condition[] = [
    ["kind = ?", kind.name],
    ...requestedBy(kind, objectOption("query", query, kind.filters)),
  ]
  const text = conditions.map(([condition]) => condition).join(" AND ")
  const values = conditions.flatMap(([, ...given]) => given)
  const counted = await inTransaction(store, "read", async ({ sql }) =>
    countsSchema.parse(
      await sql.all(`SELECT state, count(*) AS amount FROM jobs WHERE ${text} GROUP BY state`, ...values),
    ),
  )
  const amounts = new Map(counted.map(({ state, amount }) => [state, amount]))
  return Object.fromEntries(
    kind.table.states.flatMap((state) => {
      const amount = amounts.get(state)
      return amount === undefined ? [] : [[state, amount]]
    }),
  )
}

async function countValues(store: OpenStore, filter: string): Promise<number> {
  const { kind } = store
  const name = nameOption("filter", filter, kind.filters)
  const query = `SELECT count(DISTINCT request ->> '${name}') AS amount FROM jobs WHERE kind = ?`
  const found = await inTransaction(store, "read", ({ sql }) => sql.get(query, kind.name))
  return z.object({ amount: z.number() }).parse(found).amount
}
