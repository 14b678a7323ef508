import { addRow } from "./add_row.ts"
import { answerApproval, readApprovals, requestApproval } from "./approvals.ts"
import { closeBreaker, lookAgain, openBreaker, passBreakers, readBreakers } from "./breakers.ts"
import { changeRow } from "./change_row.ts"
import { checkStore } from "./check_store.ts"
import { claimRow, holderOf, readHolders, releaseAll, releaseRow, renewRow } from "./claims.ts"
import { countRows, countValues } from "./count_rows.ts"
import { newHolder } from "./holder.ts"
import { recallMemories, rememberMemories } from "./memories.ts"
import { notesSince } from "./notes_since.ts"
import { openConnection } from "./open_connection.ts"
import type { OpenStore } from "./open_store_state.ts"
import { getRow, listRows, readNotes } from "./read_rows.ts"
import type { JobKind, JobStore, JobTypes } from "./store.ts"
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
