import { dirname, join } from "node:path"
import type { RowSource } from "@proofloop/cockpit"
import { FEEDBACK_STATES, feedbackInbox, type FeedbackStore } from "@proofloop/self-correction"
import { withoutPassword } from "../../jobs/store_place.ts"
import { boundedDiff } from "../bounded_diff.ts"
import type { OpenedStore } from "../opened_store.ts"
import { storedRows } from "../stored_rows.ts"
import { actOnFeedback, commandOfFeedback } from "./act_on_feedback.ts"
import { feedbackEntry } from "./feedback_entry.ts"
import type { FeedbackPlace } from "./feedback_place.ts"
import { feedbackRates } from "./feedback_rates.ts"
import { feedbackView, lineOfFeedback } from "./feedback_view.ts"

export interface FeedbackSourceOptions {
  readonly name: string
  readonly file: string
  /** Whether no other one is shown. */
  readonly is_only: boolean
  readonly store: OpenedStore<FeedbackStore>
}

/** The feedback in one database. Its repository is the folder around `.proofloop`. */
export function feedbackSource({ name, file, is_only, store: opened }: FeedbackSourceOptions): RowSource {
  const place: FeedbackPlace = { source: name, file: withoutPassword(file), root: rootOf(file) }
  const rows = storedRows(opened, async (store, found) => {
    const [holders, waits] = [await store.holders(), await store.waits()]
    return found.map((row) =>
      lineOfFeedback(row, { place, holder: holders.get(row.id) ?? null, wait: waits.get(row.id) ?? null }),
    )
  })
  return {
    ...rows.parts,
    name,
    title: is_only ? "Feedback" : `Feedback of ${place.root ?? place.file}`,
    states: FEEDBACK_STATES,
    pulse: () =>
      rows.with({ standing: "", live: "" }, async (store) => ({
        standing: JSON.stringify([
          [...(await store.waits())],
          await store.breakers(),
          [...(await store.holders())],
        ]),
        live: "",
      })),
    inbox: (limit) =>
      rows.with({ entries: [], in_all: 0, warnings: [] }, async (store) => {
        const items = await feedbackInbox(store)
        return {
          entries: await Promise.all(items.slice(0, limit).map((item) => feedbackEntry(item, store, place))),
          in_all: items.length,
          warnings: [],
        }
      }),
    row: (id) =>
      rows.withRow(id, async (store, row) => {
        const [line] = await rows.parts.lines([row.id])
        return line === undefined ? null : feedbackView(row, line, store, place)
      }),
    live: (id) =>
      rows.withRow(id, async (store, row) => {
        const holder = await store.holder(id)
        return {
          phase: row.state,
          step: row.state,
          holder: holder === null ? null : `process ${holder.pid} on ${holder.host}, since ${holder.since}`,
          loop: null,
        }
      }),
    diff: (id, max_bytes) =>
      rows.withRow(id, async (_store, { work: { base_commit: base, fix } }) =>
        place.root === null || base === undefined || fix === undefined
          ? null
          : boundedDiff(place.root, { base, head: fix.commit, max_bytes }),
      ),
    replay: async () => null,
    rates: () => rows.with([], async (store) => feedbackRates(store, place)),
    act: (id, action) => rows.with("", async (store) => actOnFeedback(id, action, store, place)),
    commandOf: async (id, action) => commandOfFeedback(id, action, place),
    newRow: () => null,
  }
}

/** null: the database lies elsewhere. */
function rootOf(file: string): string | null {
  const folder = dirname(file)
  return folder.endsWith(join("/", ".proofloop")) ? dirname(folder) : null
}
