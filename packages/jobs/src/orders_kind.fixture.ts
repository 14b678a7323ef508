import { textOption } from "./store/options.ts"
import type { JobChange, JobKind, JobRow, JobStore, JobTypes } from "./store/store.ts"
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
  filters: [],
  told_first: ["what"],
  max_rounds: 0,
  topics: ["habits"],
}

export type OrderStore = JobStore<OrderTypes>
