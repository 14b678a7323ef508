import { type Order, type OrderStore, orderTable, type OrderTypes } from "../orders_kind.fixture.ts"
import { faultOf } from "./fault.ts"
import type { Job } from "./job.ts"
import type { JobStep } from "./step.ts"

export type StepName = keyof (typeof orderTable)["steps"]
export type OrderStep = JobStep<Order, OrderStore>

export const ownSteps: Readonly<Record<StepName, OrderStep>> = {
  pack: {
    name: "pack",
    run: async ({ id }, { settings, tell }) => {
      tell("packed", { id })
      return { row: await settings.change(id, { to: "packed", work: { parcel: "p" }, note: {} }), next: "on" }
    },
  },
  label: {
    name: "label",
    needs: ["model"],
    run: async ({ id }, { settings, key }) => ({
      row: await settings.change(id, { work: { label: key }, note: {} }),
      next: "on",
    }),
  },
  send: {
    name: "send",
    needs: ["forge"],
    run: async ({ id }, { settings }) => ({
      row: await settings.change(id, { to: "sent", note: {} }),
      next: "on",
    }),
  },
}

/** A job of orders, whose steps may be replaced. */
export function jobOf(
  store: OrderStore,
  changes: Partial<Record<StepName, OrderStep["run"]>> = {},
): Job<OrderTypes, StepName, OrderStore> & { readonly events: string[] } {
  const events: string[] = []
  const entries = Object.entries(ownSteps).map(([name, step]) => [
    name,
    { ...step, run: changes[name as StepName] ?? step.run },
  ])
  return {
    events,
    noun: "order",
    table: orderTable,
    steps: Object.fromEntries(entries) as typeof ownSteps,
    store,
    settings: store,
    nameOf: (environment) => environment,
    max_attempts: 2,
    failing: () => ({}),
    faultOf,
    isFinal: () => false,
    on_event: (what) => events.push(what),
  }
}
