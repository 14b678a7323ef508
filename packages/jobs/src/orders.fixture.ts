import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach } from "vitest"
import {
  type JobChange,
  type JobKind,
  type JobRow,
  type JobStore,
  type JobTypes,
  openJobStore,
  textOption,
} from "./index.ts"
import type { JobTable } from "./table/table.ts"

export type OrderState = "new" | "packed" | "sent" | "failed" | "cancelled"

export interface Order extends JobRow<OrderState, { parcel?: string; label?: string }> {
  readonly what: string
  readonly weight: number
}

/** A small job: packed, labelled and sent, or cancelled by a person. */
export const orderTable = {
  states: ["new", "packed", "sent", "failed", "cancelled"],
  steps: {
    pack: { from: { new: ["packed"] } },
    label: { from: { packed: [] }, isDue: ({ work }) => work.label === undefined },
    send: { from: { packed: ["sent"] } },
  },
  decisions: { cancel: { new: ["cancelled"], failed: ["cancelled"] } },
  failing: ["new", "packed"],
} as const satisfies JobTable<Order, OrderState>

export interface OrderTypes extends JobTypes {
  readonly row: Order
  readonly given: { readonly id?: string; readonly what: string }
  readonly change: JobChange<OrderState, Order["work"]> & { readonly weight?: number }
  readonly filter: object
}

export const orderKind: JobKind<OrderTypes> = {
  name: "order",
  id_prefix: "or-",
  table: orderTable,
  request: { what: (option, value) => textOption(option, value, 100) },
  fields: { weight: { initial: 0, read: (_, value) => Number(value) } },
  products: ["parcel", "label"],
  objection: (before, { weight }) => (weight < before.weight ? "it gets no lighter" : null),
  filters: {},
  told_first: ["what"],
  max_rounds: 0,
  topics: ["habits"],
}

export type OrderStore = JobStore<OrderTypes>

const opened: { close(): Promise<void> }[] = []
const folders: string[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A file for a store, in a folder of its own that is taken away after the test. */
export async function storePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop jobs "))
  folders.push(folder)
  return join(folder, "jobs.db")
}

/** A store that the test need not close, with a clock that stands still until it is moved. */
export async function orders(
  path?: string,
): Promise<{ readonly store: OrderStore; readonly skip: (ms: number) => void; readonly now: () => number }> {
  let at = Date.UTC(2026, 0, 1)
  const now = () => at
  const store = await openJobStore(path ?? (await storePath()), orderKind, { now })
  opened.push(store)
  return { store, now, skip: (ms) => void (at += ms) }
}
