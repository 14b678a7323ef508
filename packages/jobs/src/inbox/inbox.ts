import type { JobStore, JobTypes } from "../store/store.ts"

export interface InboxItem {
  /** The row; null for a missing service, which holds many. */
  readonly row_id: string | null
  /** ISO 8601. */
  readonly since: string
  /** "approval", "merge", "failed", "away". */
  readonly why: string
  readonly text: string
  /** The host's action for it: "approve", "retry"; "mend" for a missing service. */
  readonly action: string
}

/** Why a row needs a person; null for no reason. */
export type NeedsPerson<Row> = (row: Row) => Pick<InboxItem, "why" | "text" | "action"> | null

const PAGE = 500

/** What waits for a person in these states, and missing services, oldest first. Rejects with StoreError. */
export async function inboxOf<Types extends JobTypes>(
  store: JobStore<Types>,
  states: readonly Types["row"]["state"][],
  needsPerson: NeedsPerson<Types["row"]>,
): Promise<readonly InboxItem[]> {
  const waits = await store.waits()
  const items: InboxItem[] = (await store.breakers()).map(
    ({ environment, name, reason, opened_at, until }) => ({
      row_id: null,
      since: opened_at,
      why: "away",
      text: `${environment} ${name}: ${reason}; tried again from ${until} on`,
      action: "mend",
    }),
  )
  for (const state of states) {
    for (let after: string | undefined; ;) {
      const rows = await store.list({ state, limit: PAGE, after })
      for (const row of rows) {
        const needed = needsPerson(row)
        const since = waits.get(row.id)?.since ?? row.updated_at
        if (needed !== null) items.push({ row_id: row.id, since, ...needed })
      }
      after = rows.at(-1)?.id
      if (after === undefined) break
    }
  }
  return items.toSorted((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0))
}
