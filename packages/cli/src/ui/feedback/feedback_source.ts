import { dirname, join } from "node:path"
import type { RowSource } from "@proofloop/cockpit"
import { StoreError } from "@proofloop/jobs"
import {
  type Feedback,
  FEEDBACK_STATES,
  feedbackInbox,
  type FeedbackState,
  type FeedbackStore,
} from "@proofloop/self-correction"
import { withoutPassword } from "../../jobs/store_place.ts"
import { boundedDiff } from "../bounded_diff.ts"
import { noteLine } from "../note_line.ts"
import type { OpenedStore } from "../opened_store.ts"
import { actOnFeedback, commandOfFeedback } from "./act_on_feedback.ts"
import { feedbackEntry } from "./feedback_entry.ts"
import type { FeedbackPlace } from "./feedback_place.ts"
import { feedbackRates } from "./feedback_rates.ts"
import { feedbackView, lineOfFeedback } from "./feedback_view.ts"

export interface FeedbackSourceOptions {
  readonly name: string
  /** The database. */
  readonly file: string
  /** Whether no other one is shown. */
  readonly is_only: boolean
  readonly store: OpenedStore<FeedbackStore>
}

/** The feedback in one database. Its repository is the folder around `.proofloop`. */
export function feedbackSource({ name, file, is_only, store: opened }: FeedbackSourceOptions): RowSource {
  const place: FeedbackPlace = { source: name, file: withoutPassword(file), root: rootOf(file) }
  const withStore = async <Result>(otherwise: Result, work: (store: FeedbackStore) => Promise<Result>) => {
    const store = await opened.get()
    return store === null ? otherwise : work(store)
  }
  const withRow = async <Result>(
    id: string,
    work: (store: FeedbackStore, row: Feedback) => Promise<Result>,
  ): Promise<Result | null> =>
    withStore<Result | null>(null, async (store) => {
      const row = await findFeedback(store, id)
      return row === null ? null : work(store, row)
    })
  const linesOf = async (store: FeedbackStore, rows: readonly Feedback[]) => {
    const [holders, waits] = [await store.holders(), await store.waits()]
    return rows.map((row) =>
      lineOfFeedback(row, { place, holder: holders.get(row.id) ?? null, wait: waits.get(row.id) ?? null }),
    )
  }
  return {
    name,
    title: is_only ? "Feedback" : `Feedback of ${place.root ?? place.file}`,
    states: FEEDBACK_STATES,
    notes: (after, limit) =>
      withStore([], async (store) =>
        (await store.notesSince(after, limit)).map(({ position, row_id, at, transition, note }) => ({
          position,
          row_id,
          at,
          transition,
          text: noteLine(note),
        })),
      ),
    pulse: () =>
      withStore({ standing: "", live: "" }, async (store) => ({
        standing: JSON.stringify([
          [...(await store.waits())],
          await store.breakers(),
          [...(await store.holders())],
        ]),
        live: "",
      })),
    inbox: (limit) =>
      withStore({ entries: [], in_all: 0, warnings: [] }, async (store) => {
        const items = await feedbackInbox(store)
        return {
          entries: await Promise.all(items.slice(0, limit).map((item) => feedbackEntry(item, store, place))),
          in_all: items.length,
          warnings: [],
        }
      }),
    held: () => withStore([], async (store) => [...(await store.holders()).keys()]),
    list: ({ state, after, limit }) =>
      withStore([], async (store) =>
        linesOf(store, await store.list({ state: state as FeedbackState | undefined, after, limit })),
      ),
    lines: (ids) =>
      withStore([], async (store) => {
        const rows = await Promise.all(ids.map((id) => findFeedback(store, id)))
        return linesOf(
          store,
          rows.filter((row) => row !== null),
        )
      }),
    row: (id) =>
      withRow(id, async (store, row) => {
        const [line] = await linesOf(store, [row])
        return line === undefined ? null : feedbackView(row, line, store, place)
      }),
    live: (id) =>
      withRow(id, async (store, row) => {
        const holder = await store.holder(id)
        return {
          phase: row.state,
          step: row.state,
          holder: holder === null ? null : `process ${holder.pid} on ${holder.host}, since ${holder.since}`,
          loop: null,
        }
      }),
    diff: (id, max_bytes) =>
      withRow(id, async (_store, { work: { base_commit: base, fix } }) =>
        place.root === null || base === undefined || fix === undefined
          ? null
          : boundedDiff(place.root, { base, head: fix.commit, max_bytes }),
      ),
    replay: async () => null,
    rates: () => withStore([], async (store) => feedbackRates(store, place)),
    act: (id, action) => withStore("", async (store) => actOnFeedback(id, action, store, place)),
    commandOf: async (id, action) => commandOfFeedback(id, action, place),
    newRow: () => null,
  }
}

/** null: the database lies elsewhere. */
function rootOf(file: string): string | null {
  const folder = dirname(file)
  return folder.endsWith(join("/", ".proofloop")) ? dirname(folder) : null
}

async function findFeedback(store: FeedbackStore, id: string): Promise<Feedback | null> {
  try {
    return await store.get(id)
  } catch (error) {
    if (error instanceof StoreError && error.code === "not_found") return null
    throw error
  }
}
