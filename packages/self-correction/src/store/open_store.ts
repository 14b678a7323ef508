import { resolve } from "node:path"
import { addFeedback } from "./add_feedback.ts"
import { answerApproval, readApprovals, requestApproval } from "./approvals.ts"
import { changeFeedback } from "./change_feedback.ts"
import { checkStore } from "./check_store.ts"
import { claimFeedback, releaseAll, releaseFeedback } from "./claims.ts"
import { openConnection } from "./connection.ts"
import { newHolder } from "./holder.ts"
import { recallMemories, rememberMemories } from "./memories.ts"
import { migrate, refuseForeign } from "./migrate.ts"
import { migrations } from "./migrations.ts"
import type { OpenStore } from "./open_store_state.ts"
import { getFeedback, listFeedback, readNotes } from "./read_feedback.ts"
import type { FeedbackStore } from "./store.ts"
import { hideStoreFile, makeStoreFile } from "./store_file.ts"

/**
 * Opens the feedback store in this SQLite file, which is made (mode 0600, with its folder) unless it is there, and brings it
 * to the newest schema. `now`: milliseconds, default the system's. Rejects with StoreError `not_a_store` or `newer_version`
 * and leaves the file as it was.
 */
export async function openFeedbackStore(
  path: string,
  { now = Date.now }: { readonly now?: (() => number) | undefined } = {},
): Promise<FeedbackStore> {
  const file = resolve(path)
  await makeStoreFile(file)
  const connection = await openConnection(file)
  const timestamp = () => new Date(now()).toISOString()
  try {
    await refuseForeign(connection, migrations)
    await hideStoreFile(file)
    await connection.transaction("none", () => {
      connection.exec(settings)
    })
    await migrate(connection, migrations, timestamp())
  } catch (error) {
    connection.close()
    throw error
  }
  return methodsOf({ connection, holder: newHolder(), held: new Set(), now, timestamp })
}

/**
 * FULL: a commit is on the disk before what follows from it, such as a pull request, is done; NORMAL could forget it when
 * the machine stops (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
const settings = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
`

function methodsOf(store: OpenStore): FeedbackStore {
  const { connection } = store
  return {
    path: connection.path,
    add: (feedback) => addFeedback(store, feedback),
    get: (id) => getFeedback(store, id),
    list: (query) => listFeedback(store, query),
    notes: (id) => readNotes(store, id),
    change: (id, change) => changeFeedback(store, id, change),
    claim: (states, options) => claimFeedback(store, states, options),
    release: (id) => releaseFeedback(store, id),
    requestApproval: (id, round, body) => requestApproval(store, id, round, body),
    approvals: (id) => readApprovals(store, id),
    answer: (id, answer) => answerApproval(store, id, answer),
    remember: (memories) => rememberMemories(store, memories),
    recall: (topic, text, limit) => recallMemories(store, topic, text, limit),
    check: () => checkStore(store),
    async close() {
      await releaseAll(store)
      connection.close()
    },
  }
}
