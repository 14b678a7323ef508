import { chmod, mkdir, open, stat } from "node:fs/promises"
import { resolve, dirname } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { addRow } from "./add_row.ts"
import { answerApproval, readApprovals, requestApproval } from "./approvals.ts"
import { closeBreaker, openBreaker, passBreakers, readBreakers } from "./breakers.ts"
import { changeRow } from "./change_row.ts"
import { checkStore } from "./check_store.ts"
import { claimRow, holderOf, readHolders, releaseAll, releaseRow, renewRow } from "./claims.ts"
import { newHolder } from "./holder.ts"
import { recallMemories, rememberMemories } from "./memories.ts"
import { migrate, refuseForeign } from "./migrate.ts"
import { notesSince } from "./notes_since.ts"
import type { OpenStore } from "./open_store_state.ts"
import { getRow, listRows, readNotes } from "./read_rows.ts"
import { MIGRATIONS } from "./schema.ts"
import { openSqlite } from "./sqlite/sqlite_connection.ts"
import type { JobKind, JobStore, JobTypes } from "./store.ts"
import { StoreError } from "./store_error.ts"
import { readWaits, setWait } from "./waits.ts"

/**
 * Opens the rows of one kind in this SQLite file, made on demand (mode 0600, with its folder), and brings it to the
 * newest schema. `now`: milliseconds, default the system's. Rejects with StoreError `not_a_store`, `older_version` or
 * `newer_version`; the file is then unchanged.
 */
export async function openJobStore<Types extends JobTypes>(
  path: string,
  kind: JobKind<Types>,
  { now = Date.now }: { readonly now?: (() => number) | undefined } = {},
): Promise<JobStore<Types>> {
  const file = resolve(path)
  await makeStoreFile(file)
  const connection = await openSqlite(file)
  const timestamp = () => new Date(now()).toISOString()
  try {
    await refuseForeign(connection, MIGRATIONS)
    await hideStoreFile(file)
    await connection.set(SETTINGS)
    await migrate(connection, MIGRATIONS, timestamp())
  } catch (error) {
    await connection.close()
    throw error
  }
  // Inside, a row is what every kind has; each kind checked its own part when it was written.
  const open = {
    kind: kind as unknown as JobKind,
    connection,
    holder: newHolder(),
    held: new Set<string>(),
    now,
    timestamp,
  }
  return methodsOf(open) as JobStore<Types>
}

/**
 * FULL: a commit reaches the disk before its consequence, such as a pull request, happens. NORMAL could lose it when
 * the machine stops (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
const SETTINGS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
`

function methodsOf(store: OpenStore): JobStore {
  const { connection } = store
  return {
    path: connection.path,
    add: (given) => addRow(store, given),
    get: (id) => getRow(store, id),
    list: (query) => listRows(store, query),
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
    closeBreaker: (need, row_id) => closeBreaker(store, need, row_id),
    check: () => checkStore(store),
    async close() {
      await releaseAll(store)
      await connection.close()
    },
  }
}

/** Makes the file (0600) and its folder (0700) unless they are there. */
async function makeStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Never opens an existing file: closing it again would end the locks of this process
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    const handle = await open(path, "wx", 0o600).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error
      return null
    })
    await handle?.close()
    if (!(await stat(path)).isFile()) throw new StoreError("not_a_store", `${path}: is not a file`)
  })
}

/** Makes a readable store private; the files beside it get the mode of the store. */
async function hideStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  })
}

async function inTermsOfStore(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = thrownMessage(error)
    throw new StoreError("io", `${path}: the store cannot be opened: ${reason}`, { cause: error })
  }
}
