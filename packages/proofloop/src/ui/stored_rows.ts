import { cutCodePoints } from "@proofloop/foundation/text"
import type { JobStore } from "@proofloop/jobs"
import type { JobTypes } from "@proofloop/jobs/internal"
import type { RowLine } from "../cockpit/sources/row_line.ts"
import type { RowSource } from "../cockpit/sources/source.ts"
import { findRow } from "../jobs/find_row.ts"
import { fieldsText } from "../terminal/fields_text.ts"
import type { OpenedStore } from "./opened_store.ts"

export interface StoredRows<Types extends JobTypes> {
  /** Does something with the store; gives `otherwise` until there is one. */
  with<Result>(otherwise: Result, work: (store: JobStore<Types>) => Promise<Result>): Promise<Result>
  /** Does something with a row; null: there is none. */
  withRow<Result>(
    id: string,
    work: (store: JobStore<Types>, row: Types["row"]) => Promise<Result>,
  ): Promise<Result | null>
  readonly parts: Pick<RowSource, "notes" | "held" | "list" | "lines">
}

/** The rows of a store that may be made only later. `linesOf`: what is shown of them in a list. */
export function storedRows<Types extends JobTypes>(
  opened: OpenedStore<JobStore<Types>>,
  linesOf: (store: JobStore<Types>, rows: readonly Types["row"][]) => Promise<readonly RowLine[]>,
): StoredRows<Types> {
  const withStore: StoredRows<Types>["with"] = async (otherwise, work) => {
    const store = await opened.get()
    return store === null ? otherwise : work(store)
  }
  return {
    with: withStore,
    withRow: async <Result>(
      id: string,
      work: (store: JobStore<Types>, row: Types["row"]) => Promise<Result>,
    ) =>
      withStore<Result | null>(null, async (store) => {
        const row = await findRow(store, id)
        return row === null ? null : work(store, row)
      }),
    parts: {
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
      held: () => withStore([], async (store) => [...(await store.holders()).keys()]),
      // The cockpit has checked that it is one of the states.
      list: (query) =>
        withStore<readonly RowLine[]>([], async (store) => linesOf(store, await store.list({ ...query }))),
      lines: (ids) =>
        withStore<readonly RowLine[]>([], async (store) => {
          const rows = await Promise.all(ids.map(async (id) => findRow(store, id)))
          return linesOf(
            store,
            rows.filter((row) => row !== null),
          )
        }),
    },
  }
}

const MOST_OF_NOTE = 400

export function noteLine({ step, ...more }: Readonly<Record<string, unknown>>): string {
  return cutCodePoints(fieldsText(step === undefined ? more : { step, ...more }), MOST_OF_NOTE)
}
