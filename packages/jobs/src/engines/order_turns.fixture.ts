import { faultOf } from "../drive/fault.ts"
import type { JobStep } from "../drive/step.ts"
import { driveTurn, restOf } from "../drive/turn.ts"
import { type Order, type OrderStore, orderTable } from "../orders_kind.fixture.ts"
import type { RowTurns } from "./row_engine.ts"

type StepName = keyof (typeof orderTable)["steps"]
export type OrderRun = JobStep<Order, OrderStore>["run"]

export type OrderSteps = Partial<Readonly<Record<StepName, OrderRun>>>

/** Orders as engines move them; `steps` replaces what a step does. */
export function orderTurns(store: OrderStore, steps: OrderSteps = {}): RowTurns {
  const run: Readonly<Record<StepName, OrderRun>> = { pack: to("packed"), label, send: to("sent"), ...steps }
  const job = {
    noun: "order",
    table: orderTable,
    steps: {
      pack: { name: "pack", needs: ["runner"] as const, run: run.pack },
      label: { name: "label", run: run.label },
      send: { name: "send", run: run.send },
    },
    store,
    settings: store,
    nameOf: (environment: string) => environment,
    max_attempts: 3,
    failing: () => ({}),
    faultOf,
    isFinal: () => false,
    on_event: () => undefined,
  }
  return {
    kind: "order",
    async turn(row_id, engine) {
      const { row, ...driven } = await driveTurn(row_id, job, engine)
      if (row === null) throw new Error(driven.error ?? `order ${row_id} cannot be read`)
      return restOf({ ...driven, row }, { table: orderTable }, Date.now())
    },
    async cancel(row_id, reason) {
      if ((await store.claim(["new", "failed"], { id: row_id })) === null) {
        if (["sent", "cancelled"].includes((await store.get(row_id)).state)) return
        throw new Error(`a process is at work on order ${row_id}`)
      }
      const calm = { attempts: 0, error: null }
      await store.change(row_id, { to: "cancelled", ...calm, note: { cancel: true, reason } })
      await store.release(row_id)
    },
  }
}

/** Moves an order on, as its own step does. */
export function to(state: "packed" | "sent"): OrderRun {
  return async ({ id }, { settings }) => ({
    row: await settings.change(id, { to: state, attempts: 0, error: null, note: { step: state } }),
    next: "on",
  })
}

const label: OrderRun = async ({ id }, { settings, key }) => ({
  row: await settings.change(id, { work: { label: key }, note: { step: "label" } }),
  next: "on",
})
